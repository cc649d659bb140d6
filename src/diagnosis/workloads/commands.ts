import { commandLine } from '../shell-quote.ts'
import type { Workload } from './workloads.ts'

/** As kubectl names a workload: `deployment/web`. */
export function targetOf({ kind, name }: Pick<Workload, 'kind' | 'name'>): string {
  return `${kind.toLowerCase()}/${name}`
}

export function describeWorkload(workload: Workload): string {
  return commandLine('kubectl', 'describe', targetOf(workload), '-n', workload.namespace)
}

export function manifestOf(workload: Workload): string {
  return commandLine('kubectl', 'get', targetOf(workload), '-n', workload.namespace, '-o', 'yaml')
}
