import type { Demand } from './demand.ts'

/** A form in which the webhook of a product says which label or annotation it wants. */
interface Row {
  readonly words: RegExp
  readonly read: (match: RegExpMatchArray) => readonly Demand[]
  readonly source: string
  readonly example: string
}

/** One line for each form; whether what they say is enough, the server's dry run tells. */
export const DEMAND_WORDS: readonly Row[] = [
  {
    words: /failed at path \/metadata\/(labels|annotations)\/([A-Za-z0-9._/-]{1,317})\//,
    read: ([, field, key]) => [{ field: field as Demand['field'], key: key! }],
    source:
      'kyverno/kyverno:pkg/engine/handlers/validation/validate_resource.go; its documentation, Validate Resources',
    example:
      "check-team: 'validation error: The label team is required. rule check-team failed at path /metadata/labels/team/'",
  },
  {
    words: /you must provide (label|annotation)(?:s|\(s\)): \{("[^{}]*")\}/,
    read: ([, field, keys]) =>
      [...keys!.matchAll(/"([^"]+)"/g)].map(([, key]) => ({ field: `${field}s` as Demand['field'], key: key! })),
    source:
      'open-policy-agent/gatekeeper-library:library/general/requiredlabels/template.yaml, library/general/requiredannotations/template.yaml',
    example: '[all-must-have-owner] you must provide labels: {"owner"}',
  },
]

/** What the words of a denial demand; undefined where no form is known. */
export function demandsInWords(words: string): readonly Demand[] | undefined {
  for (const { words: form, read } of DEMAND_WORDS) {
    const match = form.exec(words)
    if (match !== null) return read(match)
  }
  return undefined
}
