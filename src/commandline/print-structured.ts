import { jsonParts } from '../render/json.ts'
import type { Output } from '../terminal.ts'

/** Writes a value as -o json or -o yaml has it; YAML's library is loaded only when it is asked for. */
export async function printStructured(output: Output, format: 'json' | 'yaml', value: unknown): Promise<void> {
  if (format === 'json') {
    for (const part of jsonParts(value)) output.write(part)
    return
  }
  const { formatYaml } = await import('../api/format-yaml.ts')
  output.write(formatYaml(value))
}

/** Writes one of several values that follow each other: YAML needs a line between them. */
export async function printDocument(output: Output, format: 'json' | 'yaml', value: unknown): Promise<void> {
  if (format === 'yaml') output.write('---\n')
  await printStructured(output, format, value)
}
