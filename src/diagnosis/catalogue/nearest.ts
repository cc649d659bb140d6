import type { Catalogue } from './catalogue.ts'

/** From this share of equal letters on, a name can be another one with a slip of the pen. */
const ALIKE = 0.75

/**
 * Names that may be meant by one that is not known, the likeliest first: those of the same domain, those spelled almost
 * alike, and those that contain the text.
 */
export function nearestNames(asked: string, catalogue: Catalogue, atMost: number): readonly string[] {
  const mentioned = new Set(catalogue.search(asked).map(entry => entry.finalizer))
  const domain = domainOf(asked)
  const names = new Set(catalogue.all().map(entry => entry.finalizer))
  return [...names]
    .map(name => ({ name, likeness: likeness(asked, name) }))
    .filter(
      ({ name, likeness }) =>
        likeness >= ALIKE || mentioned.has(name) || (domain !== undefined && domainOf(name) === domain),
    )
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, atMost)
    .map(({ name }) => name)
}

/** `argoproj.io` of `foreground.finalizers.argocd.argoproj.io/x`; undefined for a name without a domain. */
function domainOf(finalizer: string): string | undefined {
  const labels = finalizer.split('/')[0]!.split('.')
  return labels.length < 2 ? undefined : labels.slice(-2).join('.')
}

/** The share of letters at both ends that are equal: one slip leaves the beginning and the end as they are. */
function likeness(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  let end = 0
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return (start + end) / Math.max(a.length, b.length)
}
