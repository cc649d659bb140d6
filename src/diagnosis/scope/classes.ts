import { itemsOf } from '../../api/fact.ts'
import { selects } from '../../api/label-selector.ts'
import type { KubeObject } from '../../api/object.ts'
import { resourceName } from '../../api/resource-type.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { selectorsOf } from '../controller/fit.ts'
import { type Remedy, toRepair } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { isOfClasses } from '../references/reference.ts'
import { commandOn } from '../shell-quote.ts'
import type { StuckObject } from '../stuck-object.ts'
import { type Workload, workloadText } from '../workloads/workloads.ts'
import type { Mismatch } from './mismatch.ts'
import { settingsOf } from './setting.ts'

/**
 * Flags for a controller's class: kubernetes-sigs/aws-load-balancer-controller: --ingress-class, --load-balancer-class;
 * kubernetes/ingress-nginx, external-secrets/external-secrets: --controller-class; and the like.
 */
export const SERVES = /^--?([\w.-]+-)?class(-name)?$/
/** Fields of a spec by which an object names its class: ingressClassName, loadBalancerClass, gatewayClassName. */
const CLASS_FIELD = /^([a-z][A-Za-z]*C|c)lass(Name)?$/
/** An annotation that does the same: `kubernetes.io/ingress.class`. */
const CLASS_ANNOTATION = /\/([\w.-]+[.-])?class$/

/** The classes that an object names in its spec and its annotations, each with where. */
export function classesOf({ metadata, spec }: KubeObject): readonly { readonly path: string; readonly name: string }[] {
  const fields = Object.entries((spec ?? {}) as Record<string, unknown>)
    .filter(([field]) => CLASS_FIELD.test(field))
    .map(([field, name]) => ({ path: `spec.${field}`, name }))
  const marks = Object.entries(metadata.annotations ?? {})
    .filter(([key]) => CLASS_ANNOTATION.test(key))
    .map(([key, name]) => ({ path: `annotation ${key}`, name }))
  return [...fields, ...marks].filter((each): each is { path: string; name: string } => typeof each.name === 'string')
}

/**
 * A workload was told to serve another class than the object names, and not the controller of its class object either.
 * No proof: what such a flag means is up to the product.
 */
export function otherClass(
  workload: Workload,
  { ref }: StuckObject,
  whole: KubeObject,
  facts: Facts,
): Mismatch | undefined {
  const served = settingsOf(workload, SERVES).filter(({ value }) => value !== undefined && value !== '')
  const named = classesOf(whole)
  const [first] = named
  if (served.length === 0 || first === undefined) return undefined
  const controllers = controllersOf(named, facts)
  if (controllers === undefined) return undefined
  const values = new Set([...named.map(({ name }) => name), ...controllers])
  if (served.some(({ value }) => values.has(value!))) return undefined
  const settings = served.map(each => each.said)
  const own = classOf(served, facts)
  const back = own && toClass(ref, first.path, own)
  const of = controllers.map(controller => message('ClassIsOf', { name: first.name, controller }))
  const runs = message('RunsForOtherClass', { workload: workloadText(workload), settings, ...first })
  return {
    key: `class/${first.name}`,
    lacks: message('ClassLacking', { name: first.name }),
    evidence: [runs, ...of].map(fact => ({ fact, source: first.path })),
    isCertain: false,
    ...(back && { remedies: [back] }),
  }
}

/** The class object that says it is of a controller that is called as one was told, where there is just one. */
function classOf(served: readonly { readonly value: string | undefined }[], facts: Facts): string | undefined {
  const types = facts.types.filter(type => isOfClasses(type) && type.verbs.includes('list'))
  const lists = types.map(type => facts.read({ about: 'list', resource: resourceName(type) }))
  const all = lists.flatMap(itemsOf)
  const own = all.filter(object => served.some(({ value }) => saidBy(object).includes(value!)))
  return own.length === 1 ? own[0]!.metadata.name : undefined
}

/**
 * Sets the class of the controller that holds the object back: only that one knows what it has made
 * (oracle/oci-native-ingress-controller#87). Not for classes that are immutable, as of a Service or a claim.
 */
function toClass(ref: StuckObject['ref'], path: string, own: string): Remedy | undefined {
  const [, field] = /^spec\.(ingressClassName|gatewayClassName)$/.exec(path) ?? []
  if (field === undefined) return undefined
  const patch = JSON.stringify({ spec: { [field]: own } })
  const command = commandOn(ref, 'patch', '--type=merge', '-p', patch)
  return toRepair(message('SetClassBack', { path, name: own }), [command], 'low')
}

/** The controllers that class objects of these names say they are served by; undefined where one cannot be read. */
function controllersOf(named: readonly { readonly name: string }[], facts: Facts): readonly string[] | undefined {
  const types = facts.types.filter(isOfClasses)
  const found = types.flatMap(type =>
    named.map(({ name }) => facts.read({ about: 'object', resource: resourceName(type), name })),
  )
  if (found.some(({ state }) => state === 'unreadable')) return undefined
  return found.flatMap(fact => (fact.state === 'known' ? saidBy(fact.value) : []))
}

function saidBy(object: KubeObject): readonly string[] {
  const { spec, provisioner } = object as KubeObject & { provisioner?: string }
  const { controller, controllerName } = (spec ?? {}) as { controller?: string; controllerName?: string }
  return [controller, controllerName, provisioner].filter(each => each !== undefined)
}

/** A setting that has to be the value of one label of each object that the controller looks after. */
interface InstanceRow {
  readonly setting: RegExp
  readonly label: string
  /** Without the setting, objects with the label are left to others; else all are looked after. */
  readonly leavesLabelled: boolean
  /** The group of the objects, as the same setting of another product means something else. */
  readonly group: RegExp
  readonly source: string
}

// biome-ignore format: a table is read by its columns
const INSTANCE_ROWS: readonly InstanceRow[] = [
  { setting: /^--?instance-id$/, label: 'argo-rollouts.argoproj.io/controller-instance-id', leavesLabelled: true, group: /^argoproj\.io$/, source: 'argoproj/argo-rollouts:controller/controller.go, instanceID' },
  { setting: /^--?watch-filter$/, label: 'cluster.x-k8s.io/watch-filter', leavesLabelled: false, group: /(^|\.)cluster\.x-k8s\.io$/, source: 'kubernetes-sigs/cluster-api:util/predicates/generic_predicates.go, ResourceHasFilterLabel' },
]

/** That the object is of another instance, shard or revision of the product than the workload. */
export function otherInstance(workload: Workload, { meta, type }: StuckObject): Mismatch | undefined {
  for (const row of INSTANCE_ROWS) {
    if (!row.group.test(type.group)) continue
    const [own] = settingsOf(workload, row.setting)
    const label = meta.labels?.[row.label]
    const isOther = own?.value ? label !== own.value : own === undefined && row.leavesLabelled && label !== undefined
    if (!isOther) continue
    const args = { workload: workloadText(workload), setting: own?.said, label: row.label, value: label }
    return {
      key: `instance/${row.label}/${label ?? ''}`,
      lacks: message('LabelLacking', { label: row.label, value: label ?? '' }),
      evidence: [factFrom('metadata.labels', 'RunsForOtherInstance', args), factFrom(row.source, 'OnlyOwnValue')],
      isCertain: true,
    }
  }
  return undefined
}

/** That a workload was started with a label selector which the labels of the object do not meet. */
export function otherLabels(workload: Workload, { meta }: Pick<StuckObject, 'meta'>): Mismatch | undefined {
  const other = selectorsOf(workload).find(({ selector }) => !selects(selector, meta.labels ?? {}))
  if (other === undefined) return undefined
  return {
    key: `labels/${other.said}`,
    lacks: message('LabelsLacking', { setting: other.said }),
    evidence: [factFrom('metadata.labels', 'LabelsNotMet', { workload: workloadText(workload), setting: other.said })],
    isCertain: true,
  }
}
