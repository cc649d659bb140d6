import type { YAMLError } from 'yaml'

/** What is wrong with a YAML text, in the parser's words, but for deep nesting: there they tell of a full stack. */
export function yamlFlaw({ code, message }: YAMLError): string {
  return code === 'RESOURCE_EXHAUSTION' ? 'it is nested too deeply' : message
}
