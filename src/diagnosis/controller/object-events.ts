import { spaced } from '../../api/camel-case.ts'
import { cutText } from '../../api/cut-text.ts'
import { itemsOf } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { FIELD_MANAGER } from '../../api/removal-patch.ts'
import { parseApiVersion } from '../../api/resource-type.ts'
import { type Report, readReport } from '../../statements/events.ts'
import type { Quote } from '../../statements/quote.ts'
import { statusTexts } from '../../statements/status-texts.ts'
import { hasWord } from '../../statements/whole-word.ts'
import { says } from '../../statements/wording.ts'
import { english } from '../../statements/words/english.ts'
import { type Facts, once } from '../facts.ts'
import { isCustom, type StuckObject } from '../stuck-object.ts'
import { workloadsOf } from '../workloads/workloads.ts'
import { type Identity, speaksFor } from './identity.ts'
import { carries } from './reasons.ts'

/**
 * What Kubernetes' own components report has nothing to do with a finalizer that is not theirs; nor has how an ordered
 * deletion of this program ended.
 */
const KUBERNETES =
  /^(kubelet|.*-scheduler|horizontal-pod-autoscaler|controllermanager|(replicaset|deployment|statefulset|daemonset|job|cronjob|node|taint-eviction|endpoint|endpoint-slice|attachdetach|persistentvolume|garbage-collector)-controller)$/

/** What `reportsOn` reads, so that it can be asked for before it is known whose reports count. */
export function readReports({ ref: { resource, namespace } }: Pick<StuckObject, 'ref'>, facts: Facts): void {
  facts.read({ about: 'list', resource, namespace })
  readEvents(namespace, facts)
}

function readEvents(namespace: string | undefined, facts: Facts) {
  return facts.read({ about: 'list', resource: 'events', namespace: namespace ?? 'default' })
}

/**
 * The Events since the deletion: those that may be of the controller of the finalizer, and those of other programs than
 * Kubernetes.
 */
export function eventsOf(held: StuckObject, identity: Identity, asked: number, facts: Facts) {
  const events = readEvents(held.ref.namespace, facts)
  const all = reportsAbout(held, facts)
    .filter(({ at, reporter }) => at >= asked && reporter !== FIELD_MANAGER && !KUBERNETES.test(reporter))
    .toSorted((a, b) => a.at - b.at)
  const isHeard = ({ reporter }: Report) => reportsForType(reporter, held) || speaksFor(reporter || undefined, identity)
  return {
    heard: all.filter(isHeard),
    others: all.filter(each => !isHeard(each)),
    unread: events.state === 'unreadable' ? events.why : undefined,
  }
}

/** `etcd backup config "daily"`: what is said so of its owner is of the object (kubermatic/kubermatic#13475). */
function namesObject(fact: string, { ref: { kind, name } }: StuckObject): boolean {
  const text = fact.toLowerCase()
  return [kind, spaced(kind)].some(word => text.includes(word.toLowerCase())) && hasWord(name)(fact)
}

type Regarded = { readonly ref: Pick<StuckObject['ref'], 'namespace' | 'uid'> }

function reportsAbout(held: Regarded, facts: Facts): readonly Report[] {
  const events = readEvents(held.ref.namespace, facts)
  const regarding = once(facts, `events ${held.ref.namespace}`, () =>
    Map.groupBy(itemsOf(events).map(readReport), ({ uid }) => uid),
  )
  return regarding.get(held.ref.uid) ?? []
}

/**
 * What sounds like a failure in its status or Events, whoever wrote it and whenever: where there is any, it must not be
 * said that no error is known (Azure/AKS#4316, chaosblade-io/chaosblade-operator#164).
 */
export function complaintsOf(held: StuckObject, whole: KubeObject | undefined, facts: Facts): readonly Quote[] {
  const texts = (whole === undefined ? [] : statusTexts(whole)).filter(
    ({ fact, source }) =>
      !source.startsWith('status.conditions') &&
      (isCustom(held) || source === 'status.message') &&
      (fact.includes(' ')
        ? says('error', fact)
        : english.has('state field', source.split('.').at(-1)!) && says('failure', fact)),
  )
  const [text] = texts.toSorted((a, b) => b.fact.length - a.fact.length)
  if (text !== undefined) return [{ ...text, fact: `${text.source} is ${cutText(text.fact)}` }]
  const asked = Date.parse(held.meta.deletionTimestamp ?? '')
  const ofOwners = (held.meta.ownerReferences ?? []).flatMap(owner => {
    const { group } = parseApiVersion(owner.apiVersion)
    const type = facts.types.find(each => each.group === group && each.kind === owner.kind)
    const ref = { namespace: type?.namespaced ? held.ref.namespace : undefined, uid: owner.uid }
    const all = type === undefined ? [] : reportsAbout({ ref }, facts)
    return all.filter(({ evidence }) => namesObject(evidence.fact, held))
  })
  const isFailing = ({ means, at }: Report) => means === 'failing' && at >= asked
  const failing = [...ofOwners, ...reportsAbout(held, facts)].filter(isFailing)
  return failing.slice(-1).map(({ evidence }) => evidence)
}

/** Crossplane reports as `claim/buckets.example.com`: a controller of just this type. */
export function reportsForType(name: string | undefined, { ref }: Pick<StuckObject, 'ref'>): boolean {
  return name?.split('/').at(-1) === ref.resource
}

/** Only its controller tries to delete a custom object, under whatever name (openshift/machine-api-operator#882). */
export function reportsDeletion(report: Report, held: StuckObject, { isStranger, rivals }: Identity, facts: Facts) {
  if (!isCustom(held) || isStranger || rivals.length > 0) return false
  if (report.means !== 'failing' || !says('deletion', report.evidence.fact)) return false
  const { all, unreadable } = workloadsOf(facts)
  return unreadable.length === 0 && !all.some(workload => carries(workload, report.reporter))
}
