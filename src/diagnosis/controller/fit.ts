import { type LabelSelector, selects } from '../../api/label-selector.ts'
import { splitSelector } from '../../api/split-selector.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { type Facts, once } from '../facts.ts'
import type { StuckObject } from '../stuck-object.ts'
import { templateOf, type Workload, workloadText } from '../workloads/workloads.ts'
import { driverFit, driversOf, type Fit } from './driver-fit.ts'
import { domainOf, ownerDomain } from './identity.ts'

/** fluxcd/pkg:runtime/client/client.go, --watch-label-selector; kubernetes-sigs/external-dns: --label-filter. */
const SELECTOR_FLAG = /^--?(watch-)?(label|object)-(selector|filter)$/
/** Labels that tell instances apart: app.kubernetes.io/instance, cluster.x-k8s.io/cluster-name, strimzi.io/cluster. */
const OF_INSTANCE = /cluster|instance|tenant|shard|release|installation|partition|pool|owner/i
/** Labels of a kind: kubernetes.io/docs/concepts/overview/working-with-objects/common-labels, helm.sh/chart. */
const OF_KIND =
  /(version|component|managed-by|part-of|chart|revision|hash|created-by|type|role|kind|controller|operator|provider|app)$/i

/**
 * Whether a workload is for this object, where several look after objects of one type: by a label selector in its
 * arguments, or by a label of the product that both carry, with one value or with two. undefined where no label tells.
 */
export function fitOf(workload: Workload, held: StuckObject, finalizer: string, facts: Facts): Fit | undefined {
  const { meta, type } = held
  const driver = driverFit(workload, held, finalizer, facts)
  if (driver !== undefined) return driver
  const labels = meta.labels ?? {}
  const source = 'metadata.labels'
  const name = workloadText(workload)
  for (const { said, selector } of selectorsOf(workload)) {
    if (!selects(selector, labels)) {
      const fact = message('LabelsNotMet', { workload: name, setting: said })
      return { to: 'another', isTold: true, evidence: { fact, source } }
    }
    if (selector.matchExpressions?.some(({ operator }) => operator === 'In' || operator === 'Exists') !== true) continue
    return { to: 'this', isTold: true, evidence: factFrom(source, 'LabelsMet', { workload: name, setting: said }) }
  }
  const owners = [ownerDomain(type.group), ownerDomain(domainOf(finalizer))]
  const own = labelsOf(workload)
  const shared = Object.entries(labels).filter(
    ([key]) => own[key] !== undefined && owners.includes(ownerDomain(domainOf(key))) && !OF_KIND.test(key),
  )
  const same = shared.find(([key, value]) => own[key] === value)
  if (same !== undefined) {
    const fact = message('SharesLabel', { workload: name, label: same.join('=') })
    return { to: 'this', isTold: false, evidence: { fact, source } }
  }
  const other = shared.find(([key]) => OF_INSTANCE.test(key))
  if (other === undefined) return undefined
  const [key, value] = other
  const fact = message('OtherLabelValue', { workload: name, label: key, own: own[key]!, value })
  return { to: 'another', isTold: false, evidence: { fact, source } }
}

/** All labels of an object that may decide about a fit, as a text: objects with the same are looked after alike. */
export function fitKey(held: StuckObject, workloads: readonly Workload[], facts: Facts): string {
  const keys = once(facts, 'labels of workloads', () => {
    const selected = workloads.flatMap(workload =>
      selectorsOf(workload).flatMap(({ selector }) => (selector.matchExpressions ?? []).map(({ key }) => key)),
    )
    return new Set([...workloads.flatMap(workload => Object.keys(labelsOf(workload))), ...selected])
  })
  const { labels = {} } = held.meta
  return JSON.stringify([...driversOf(held, facts), ...Object.entries(labels).filter(([key]) => keys.has(key))])
}

/** Of the workload and its Pods, those of a product's own: `app` and its like tell of no instance. */
function labelsOf(workload: Workload): Readonly<Record<string, string>> {
  const all = { ...workload.object.metadata.labels, ...templateOf(workload.object)?.metadata?.labels }
  return Object.fromEntries(Object.entries(all).filter(([key]) => key.includes('/') && !key.includes('kubernetes.io/')))
}

/** The label selectors with which a workload was started, each as it stands there. */
export function selectorsOf(
  workload: Workload,
): readonly { readonly said: string; readonly selector: LabelSelector }[] {
  return (templateOf(workload.object)?.spec?.containers ?? []).flatMap(({ args = [], command = [] }) =>
    [...command, ...args].flatMap(word => {
      const [, flag = '', text = ''] = /^([^=]+)=(.+)$/.exec(word) ?? []
      const selector = SELECTOR_FLAG.test(flag) ? parseSelector(text) : undefined
      return selector === undefined ? [] : [{ said: word, selector }]
    }),
  )
}

const KEY = String.raw`[A-Za-z0-9][\w./-]{0,316}`
const FORMS: readonly [RegExp, string][] = [
  [new RegExp(`^!(${KEY})$`), 'DoesNotExist'],
  [new RegExp(`^(${KEY})$`), 'Exists'],
  [new RegExp(`^(${KEY}) *!= *([\\w.-]*)$`), 'NotIn'],
  [new RegExp(`^(${KEY}) *==? *([\\w.-]*)$`), 'In'],
  [new RegExp(`^(${KEY}) +in +\\(([^)]*)\\)$`), 'In'],
  [new RegExp(`^(${KEY}) +notin +\\(([^)]*)\\)$`), 'NotIn'],
]

/** A label selector as it is written on a command line; undefined where it is none. */
export function parseSelector(text: string): LabelSelector | undefined {
  const parts = splitSelector(text)
  const matchExpressions = parts.flatMap(part => {
    for (const [form, operator] of FORMS) {
      const [whole, key = '', values] = form.exec(part) ?? []
      if (whole === undefined) continue
      return [{ key, operator, ...(values !== undefined && { values: values.split(',').map(value => value.trim()) }) }]
    }
    return []
  })
  return matchExpressions.length < parts.length || parts.length === 0 ? undefined : { matchExpressions }
}
