import type { YAMLError } from 'yaml'

/** What is wrong with a YAML text, in the parser's words; of one that is nested too deeply it only says that its stack is full. */
export function yamlFlaw({ code, message }: YAMLError): string {
  return code === 'RESOURCE_EXHAUSTION' ? 'it is nested too deeply' : message
}
