import { factFrom, message } from '../../messages/sentence.ts'
import type { StuckObject } from '../stuck-object.ts'
import { type Workload, workloadText } from '../workloads/workloads.ts'
import type { Mismatch } from './mismatch.ts'
import { settingsOf } from './setting.ts'

/**
 * Settings of operators for the namespaces that they watch; none, `*` or empty: all. Sources:
 * operator-framework/operator-lib, strimzi/strimzi-kafka-operator, prometheus-operator/prometheus-operator.
 */
const WATCHED =
  /^(\w+_)?(WATCH(ED)?_?NAMESPACES?|NAMESPACES?_TO_WATCH|TARGET_NAMESPACES?)$|^STRIMZI_NAMESPACE$|^--?(watch(ed)?-namespaces?|namespaces(-to-watch)?|target-namespaces?)$/

/**
 * A workload was told, by variables or flags of its containers, to watch other namespaces than the object's. undefined
 * where none says so, one of several names all or this one, or a value is not a literal.
 */
export function unwatched(workload: Workload, { ref: { namespace } }: Pick<StuckObject, 'ref'>): Mismatch | undefined {
  if (namespace === undefined) return undefined
  const settings = settingsOf(workload, WATCHED).map(each => ({ ...each, namespaces: listed(each.value) }))
  if (settings.length === 0 || settings.some(({ namespaces }) => namespaces.length === 0)) return undefined
  if (settings.some(({ namespaces }) => namespaces.includes(namespace) || namespaces.includes('*'))) return undefined
  return {
    key: `namespace/${namespace}`,
    lacks: message('NamespaceLacking', { namespace }),
    evidence: settings.map(({ said }) =>
      factFrom(`${workload.kind.toLowerCase()}s`, 'NamespaceNotNamed', {
        workload: workloadText(workload),
        setting: said,
        namespace,
      }),
    ),
    isCertain: true,
  }
}

const NAME = /^(\*|[a-z0-9]([-a-z0-9]*[a-z0-9])?)$/

/** None: all, or not known. */
function listed(value = ''): readonly string[] {
  const names = value.split(/[\s,;]+/).filter(name => name !== '')
  return names.every(name => NAME.test(name)) ? names : []
}
