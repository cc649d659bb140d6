import { stringify } from 'yaml'

/** A value as YAML; text that could be taken for something else is quoted, long text is not folded. */
export function formatYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })
}
