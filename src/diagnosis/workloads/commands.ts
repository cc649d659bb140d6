import { commandLine, targetOf } from '../shell-quote.ts'
import type { Workload } from './workloads.ts'

export function describeWorkload(workload: Workload): string {
  return commandLine('kubectl', 'describe', targetOf(workload), '-n', workload.namespace)
}

export function manifestOf(workload: Workload): string {
  return commandLine('kubectl', 'get', targetOf(workload), '-n', workload.namespace, '-o', 'yaml')
}
