import type { Workload } from './workloads.ts'

/** Words that name no product: domains, roles, kinds of programs. */
const COMMON = new Set(
  (
    'com io org net dev sh app apps www k8s kubernetes x example cluster system operator operators controller ' +
    'controllers manager finalizer finalizers cleanup protection api apis v1 v2 beta alpha the core resource service load balancer webhook server agent driver provider fin'
  ).split(' '),
)

/** The words of names that tell a product: of a finalizer, an API group, a manager. Short and common ones tell nothing. */
export function wordsOf(...names: readonly string[]): ReadonlySet<string> {
  const words = names.flatMap(name => name.toLowerCase().split(/[^a-z0-9]+/))
  return new Set(words.map(singular).filter(word => word.length > 2 && !COMMON.has(word)))
}

/** Whether a workload's name, labels, containers or images share a telling word with these. */
export function isKin(workload: Workload, words: ReadonlySet<string>): boolean {
  const { labels = {} } = workload.object.metadata
  const own = wordsOf(
    workload.name,
    ...['app', 'app.kubernetes.io/name', 'app.kubernetes.io/part-of'].map(label => labels[label] ?? ''),
    ...workload.containers.flatMap(({ name, image }) => [name, image.split('/').at(-1)!.split(/[:@]/)[0]!]),
  )
  return [...own].some(word => words.has(word))
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word
}
