import { stringify } from 'yaml'

/**
 * A value as YAML; text that could be taken for something else is quoted, also by the rules of YAML 1.1, which kubectl
 * reads by (`yes` is a boolean there); long text is not folded.
 */
export function formatYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1' })
}
