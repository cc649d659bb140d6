import { admission } from './words/admission.ts'

/** A label or an annotation that a webhook wants, of whatever value. */
export interface DemandedKey {
  readonly field: 'labels' | 'annotations'
  readonly key: string
}

/** What the words of a denial demand; undefined where no form is known. Whether what they say is enough, the server's dry run tells. */
export function demandsInWords(words: string): readonly DemandedKey[] | undefined {
  const [, field, key] = admission.find('demanded path', words)
  if (key !== undefined) return [{ field: field as DemandedKey['field'], key }]
  const [, one, keys] = admission.find('demanded keys', words)
  if (keys === undefined) return undefined
  return keys
    .split(',')
    .map(each => ({ field: `${one}s` as DemandedKey['field'], key: each.trim().replaceAll('"', '') }))
}
