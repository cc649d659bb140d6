import type { ObjectMeta } from '../../api/object.ts'
import { nameOf, refOf } from '../../api/object-ref.ts'
import type { OrderedObject, OrderReader, WrittenOrder } from '../../api/written-order.ts'
import { CONCURRENT_READS, mapConcurrently } from '../../cluster/map-concurrently.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import type { Finding } from '../../cluster/scan/scan.ts'
import type { Transport } from '../../cluster/transport/transport.ts'
import type { Arranged } from '../../diagnosis/preflight/foresee.ts'
import { argocdWaves } from '../../groups/orders/argocd-waves.ts'
import { FLUX_GROUPS, fluxDependencies } from '../../groups/orders/flux-dependencies.ts'
import { byHelmKind } from '../../groups/orders/helm-kinds.ts'
import { kappRules } from '../../groups/orders/kapp-rules.ts'
import { type Message, message } from '../../messages/sentence.ts'

const READERS: readonly OrderReader[] = [argocdWaves, kappRules, fluxDependencies]

/** What a source says of the order. */
export interface SourceOrder {
  /** Uids of what lists the others. */
  readonly lists: ReadonlySet<string>
  /** Helm would uninstall it. */
  readonly isHelm: boolean
  /** Uids of the objects of an operator, which go before all else of it; absent: none is meant. */
  readonly served?: ReadonlySet<string> | undefined
  readonly servedTypes?: readonly string[] | undefined
}

/**
 * How the objects of a deletion are arranged by those who wrote them. Rejects with ApiFailure where Flux's own cannot
 * be read: their order is in the spec.
 */
export async function arrange(
  found: readonly Finding[],
  { lists, isHelm, served }: SourceOrder,
  transport: Transport,
  signal: AbortSignal,
): Promise<Arranged> {
  const flux = found.filter(({ type }) => FLUX_GROUPS.has(type.group))
  const specs = new Map<string, unknown>()
  // One alone has nothing to be before.
  await mapConcurrently(CONCURRENT_READS, flux.length > 1 ? flux : [], async ({ type, meta }) => {
    specs.set(meta.uid, (await readWhole(transport, type, meta, signal))?.spec)
  })
  return {
    lists,
    orders: held => {
      const objects = held.map(({ type: { kind, group }, meta }) => ({ kind, group, meta, spec: specs.get(meta.uid) }))
      const ofOperator = served === undefined ? [] : [servedFirst(objects, served)]
      return [...ofOperator, ...READERS.flatMap(read => read(objects))]
    },
    served,
    ...(isHelm && { compare: byHelmKind }),
  }
}

function servedFirst(objects: readonly OrderedObject[], served: ReadonlySet<string>): WrittenOrder {
  const says = message('ObjectsBeforeOperator')
  const uidsOf = (isServed: boolean) => objects.map(({ meta }) => meta.uid).filter(uid => served.has(uid) === isServed)
  return [
    { uids: uidsOf(true), says },
    { uids: uidsOf(false), says },
  ]
}

/** Under which a tool finds what it runs at a deletion (argo-cd controller/hook.go; helm pkg/release/v1/hook.go). */
const HOOKS = [
  { tool: 'Argo CD', key: 'argocd.argoproj.io/hook', values: ['PreDelete', 'PostDelete'] },
  { tool: 'Helm', key: 'helm.sh/hook', values: ['pre-delete', 'post-delete'] },
]

/** That an object would be run at a deletion by the tool that it is written for, and here is deleted as any other. */
export function deletionHookNotes(found: readonly Finding[]): readonly Message[] {
  return found.flatMap(({ type, meta }) => {
    const hook = HOOKS.find(({ key, values }) => valuesOf(meta, key).some(each => values.includes(each)))
    if (hook === undefined) return []
    return [message('DeletionHookNotRun', { object: nameOf(refOf(type, meta)), tool: hook.tool })]
  })
}

function valuesOf({ annotations }: ObjectMeta, key: string): readonly string[] {
  return (annotations?.[key] ?? '').split(',').map(each => each.trim())
}
