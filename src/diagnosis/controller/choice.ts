import type { ObjectMeta } from '../../api/object.ts'
import { type Facts, once } from '../facts.ts'
import type { Workload } from '../workloads/workloads.ts'
import { isKin, overlaps, wordsOf } from './kinship.ts'
import { isForType } from './rbac-grants.ts'
import type { Reasons } from './reasons.ts'

/** Parts that remove no finalizer: cert-manager-cainjector, argocd-server. Held by test/diagnosis/choice.test.ts. */
const SERVES =
  /(^|-)(webhooks?|admission|api|apiserver|server|ui|web|dashboard|consol\w+|frontend|portal|proxy|gateway|metrics|exporter|cainjector|certgen|docs)$/
const CONTROLS = /(^|-)(controllers?|operator|manager|reconciler)$/

type Choice = Reasons & { readonly workload: Workload }

/**
 * The finalizer's writer, by name, outweighs who else has the right, whatever name the catalogue has; a controller's
 * own role outweighs a mere right to patch, which a deploy pipeline has as well; of several with such a role, kin. Of
 * several with the writer's name, as two products have a helm-controller each, those that have the right. A name
 * alone, which anybody may give to a workload, outweighs no controller's role, nor kin that has the right
 * (kubermatic/kubermatic#3720). `apart`: words that tell it from others of its kind, which decide first.
 */
export function strongest<Each extends Choice>(
  candidates: readonly Each[],
  words: ReadonlySet<string>,
  apart: ReadonlySet<string> = new Set(),
  product: ReadonlySet<string> = new Set(),
): readonly Each[] {
  const named = candidates.filter(({ carriesName }) => carriesName)
  const able = named.filter(({ holder }) => holder !== undefined)
  const marked = candidates.filter(({ holder }) => holder?.grant === 'marked')
  const told = candidates.filter(({ isTold }) => isTold)
  const wrote = candidates.filter(
    ({ isWriter, holder, workload }) => isWriter && holder && workload.readyReplicas > 0 && !serves(workload),
  )
  const [best = candidates] = [told, wrote, able, [...named, ...marked]].filter(({ length }) => length > 0)
  const isAt = ({ namespace, serviceAccount }: Workload) => overlaps(wordsOf(namespace, serviceAccount), apart)
  const own = best.filter(({ workload }) => isKin(workload, apart) || isAt(workload))
  const kin = own.length > 0 ? own : closest(best, words, product)
  const likeliest = withoutServing(kin.length > 0 ? kin : best)
  const may = ({ holder, workload }: Each) =>
    holder?.grant === 'marked' || (told.length === 0 && holder?.grant === 'named' && isKin(workload, words))
  const ready = candidates.filter(each => each.workload.readyReplicas > 0 && may(each))
  const chosen = likeliest.some(({ holder }) => holder !== undefined)
    ? likeliest
    : [...new Set([...ready, ...likeliest])]
  const successors = candidates.filter(
    each => !chosen.includes(each) && chosen.every(({ workload }) => isSucceededBy(workload, each.workload)),
  )
  return [...successors, ...chosen]
}

/**
 * Of kin, not what has the right by what others added to its role, where another has a controller's role of its own:
 * the core of a product whose providers run beside it; then, where such a one is ready, what goes by the `product`'s
 * name, and not by that of its vendor alone (crossplane-contrib/provider-ansible#260).
 */
function closest<Each extends Choice>(best: readonly Each[], words: ReadonlySet<string>, product: ReadonlySet<string>) {
  const kin = best.filter(({ workload }) => isKin(workload, words))
  const own = kin.filter(({ carriesName, holder }) => carriesName || holder?.isLent !== true)
  const rest = own.some(({ holder }) => holder?.grant === 'marked') ? own : kin
  const named = rest.filter(each => each.carriesName || isKin(each.workload, product))
  const controls = ({ holder, workload }: Each) => holder && isForType(holder.grant) && !serves(workload)
  return named.some(each => each.workload.readyReplicas > 0 && controls(each)) ? named : rest
}

/** What a roll-out puts behind a name: Flagger scales `app` to zero while `app-primary` serves. */
const OF_A_ROLLOUT = /^-(v?\d+|primary|stable|canary|blue|green|new|next)$/

/** Whether another, which is ready, does the work of one scaled to zero: same account, and all but the same name. */
function isSucceededBy(idle: Workload, other: Workload): boolean {
  if (idle.wantedReplicas > 0 || idle.readyReplicas > 0 || other.readyReplicas === 0) return false
  if (idle.namespace !== other.namespace || idle.serviceAccount !== other.serviceAccount) return false
  // Of an Argo Rollout, a CloneSet: what keeps the Pod is no workload that is read.
  if (other.kind === 'Pod') return other.name.startsWith(`${idle.name}-`)
  return other.name.startsWith(idle.name) && OF_A_ROLLOUT.test(other.name.slice(idle.name.length))
}

/** Without the parts that only serve, where a ready one controls; those that fit by a label alone, where some do. */
function withoutServing<Each extends Choice>(chosen: readonly Each[]): readonly Each[] {
  const fitting = chosen.filter(({ fitsByLabel, workload }) => fitsByLabel && workload.readyReplicas > 0)
  if (fitting.length > 0) return fitting
  const isNamed = chosen.some(each => each.carriesName && !serves(each.workload))
  const rest = chosen.filter(each => (each.carriesName && !isNamed) || !serves(each.workload))
  return rest.some(({ workload }) => workload.readyReplicas > 0 && controls(workload)) ? rest : chosen
}

/**
 * A workload of which nothing is ready, and that is likelier the controller than those chosen that are: it carries a
 * label with the same value as the object, it is in the object's own namespace under the name that another has
 * elsewhere, the others are called webhook or API and run under its account, or it is `called` as the object says, as
 * one pool of several (openebs/openebs#2896).
 */
export function likelierOf<Each extends Choice>(
  all: readonly Each[],
  chosen: readonly Each[],
  namespace: string | undefined,
  called: string | undefined,
): Each | undefined {
  const ready = chosen.filter(({ workload }) => workload.readyReplicas > 0)
  if (ready.length === 0) return undefined
  const idle = all.filter(({ workload }) => workload.readyReplicas === 0)
  return (
    idle.find(each => each.fitsByLabel && !ready.some(({ fitsByLabel }) => fitsByLabel)) ??
    idle.find(({ workload }) => isOwn(workload, ready, namespace)) ??
    idle.find(({ workload }) => isServed(workload, ready)) ??
    idle.find(({ workload }) => workload.name === called && isOfAccount(workload, ready))
  )
}

/** What the object has at the end of its name, or in a label, and a workload of which nothing is ready is called. */
export function idleNameIn(
  { name, labels = {} }: ObjectMeta,
  all: readonly Workload[],
  facts: Facts,
): string | undefined {
  const names = () => new Set(all.filter(({ readyReplicas }) => readyReplicas === 0).map(each => each.name))
  const idle = once(facts, 'names of idle workloads', names)
  if (idle.size === 0) return undefined
  const words = name.split('-')
  const ends = words.map((_, from) => words.slice(from).join('-')).slice(1)
  return [...Object.values(labels), ...ends].find(each => idle.has(each))
}

function isOfAccount(idle: Workload, ready: readonly Choice[]): boolean {
  return ready.every(({ workload: of }) => of.namespace === idle.namespace && of.serviceAccount === idle.serviceAccount)
}

function isOwn(idle: Workload, ready: readonly Choice[], namespace: string | undefined): boolean {
  if (idle.namespace !== namespace || ready.some(({ workload }) => workload.namespace === namespace)) return false
  return ready.some(({ workload }) => workload.name === idle.name)
}

function isServed(idle: Workload, ready: readonly Choice[]): boolean {
  if (!controls(idle)) return false
  return isOfAccount(idle, ready) && ready.every(({ workload, carriesName }) => !carriesName && serves(workload))
}

function serves(workload: Workload): boolean {
  return SERVES.test(roleOf(workload))
}

export function controls(workload: Workload): boolean {
  return CONTROLS.test(roleOf(workload))
}

/** What it says that it is in its product, else its name. */
function roleOf({ object, name }: Workload): string {
  const component = object.metadata.labels?.['app.kubernetes.io/component']
  return component !== undefined && (SERVES.test(component) || CONTROLS.test(component)) ? component : name
}
