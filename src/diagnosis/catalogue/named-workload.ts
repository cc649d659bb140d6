import type { CatalogueEntry } from './entry.ts'
import { concerns } from './kinds.ts'

/** Of Kubernetes itself: where the control plane is managed they are no Pods. */
const HIDDEN = new Set(['kube-controller-manager', 'cloud-controller-manager', 'kube-apiserver'])

/**
 * Names of workloads that an entry gives as the controller; one of them is its Deployment, StatefulSet or DaemonSet.
 * None if the entry describes its controller only in words, or is for other kinds than this resource.
 */
export function namedWorkloads(entry: CatalogueEntry | undefined, resource: string): readonly string[] {
  return entry === undefined || !concerns(entry.kinds, resource) ? [] : namesIn(entry)
}

function namesIn({ controller }: CatalogueEntry): readonly string[] {
  const names = controller.name.replaceAll(/\([^()]*\)/g, '').split(/ \/ |, | or /)
  const areNames = names.every(name => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name.trim()) && !HIDDEN.has(name.trim()))
  return areNames ? names.map(name => name.trim()) : []
}

/** Workloads of the project that the catalogue names only for other finalizers: each controller removes its own. */
export function namedForOthers(entry: CatalogueEntry, all: readonly CatalogueEntry[]): readonly string[] {
  const own = namesIn(entry)
  const names = all.flatMap(each => (each.project === entry.project ? namesIn(each) : []))
  return own.length === 0 ? [] : [...new Set(names)].filter(name => !isNamed(name, own) && !mentions(name, own))
}

/** Whether a workload of this name is that one, under its own name or with that of a Helm release before it. */
export function isNamed(name: string, names: readonly string[]): boolean {
  return names.some(known => name === known || name.endsWith(`-${known}`))
}

/** Whether a name has that name in it, as those of a workload's parts and copies do. */
export function mentions(name: string, names: readonly string[]): boolean {
  return names.some(known => `-${name}-`.includes(`-${known}-`))
}
