import { message } from '../../messages/sentence.ts'
import type { StuckObject } from '../stuck-object.ts'
import { type Workload, workloadText } from '../workloads/workloads.ts'
import type { Mismatch } from './mismatch.ts'
import { settingsOf } from './setting.ts'

/**
 * How operators are told which namespaces they look after; nothing, `*` or an empty text: all. Sources: operator-framework/operator-lib,
 * strimzi/strimzi-kafka-operator, prometheus-operator/prometheus-operator.
 */
const WATCHED =
  /^(\w+_)?(WATCH(ED)?_?NAMESPACES?|NAMESPACES?_TO_WATCH|TARGET_NAMESPACES?)$|^STRIMZI_NAMESPACE$|^--?(watch(ed)?-namespaces?|namespaces(-to-watch)?|target-namespaces?)$/

/**
 * That a workload was told to look after other namespaces than the object's, by a variable or a flag of its containers. undefined
 * where nothing says so, where one of several settings names all or this one, and where a value is not written out.
 */
export function unwatched(workload: Workload, { ref: { namespace } }: Pick<StuckObject, 'ref'>): Mismatch | undefined {
  if (namespace === undefined) return undefined
  const settings = settingsOf(workload, WATCHED).map(each => ({ ...each, namespaces: listed(each.value) }))
  if (settings.length === 0 || settings.some(({ namespaces }) => namespaces.length === 0)) return undefined
  if (settings.some(({ namespaces }) => namespaces.includes(namespace) || namespaces.includes('*'))) return undefined
  return {
    key: `namespace/${namespace}`,
    lacks: message('NamespaceLacking', { namespace }),
    evidence: settings.map(({ said }) => ({
      fact: message('NamespaceNotNamed', { workload: workloadText(workload), setting: said, namespace }),
      source: `${workload.kind.toLowerCase()}s`,
    })),
    isCertain: true,
  }
}

const NAME = /^(\*|[a-z0-9]([-a-z0-9]*[a-z0-9])?)$/

/** None: all, or not known. */
function listed(value = ''): readonly string[] {
  const names = value.split(/[\s,;]+/).filter(name => name !== '')
  return names.every(name => NAME.test(name)) ? names : []
}
