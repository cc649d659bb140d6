import { NAMESPACE_TYPE } from '../../api/namespace-type.ts'
import type { Unreadable } from '../../api/terminating.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import { discover } from '../../cluster/discovery/discovery.ts'
import type { Finding } from '../../cluster/scan/scan.ts'
import type { Cause } from '../../diagnosis/explanation.ts'
import { EVERYTHING, look } from '../inspect/look.ts'
import { type DiagnosedObject, stuckIn } from '../inspect/stuck-objects.ts'
import { duringScan } from '../scan-progress.ts'
import type { NamespaceRequest } from './request.ts'

/** A namespace and what is in it, explained. */
export interface Inspection {
  readonly discovery: Discovery
  /** undefined: it is not terminating, or not there (any more). */
  readonly namespace: DiagnosedObject | undefined
  /** What is terminating in it. */
  readonly stuck: readonly DiagnosedObject[]
  /** What nobody deleted yet. */
  readonly live: readonly Finding[]
  /** Everything that holds the namespace, or (without one) what is in it; most blocking first. */
  readonly causes: readonly Cause[]
  readonly unreadable: readonly Unreadable[]
  readonly interrupted: boolean
}

/** Looks at the namespace and explains everything in it. Rejects with ApiFailure where nothing can be read. */
export async function lookAt({ name, transport, ports }: NamespaceRequest): Promise<Inspection> {
  const discovery = await discover(transport, ports.signal)
  const scope = { transport, discovery, namespace: name, fallbackNamespace: name, named: undefined }
  const looked = await duringScan(ports, report => look(scope, EVERYTHING, ports, report))
  const objects = stuckIn(looked)
  const namespace = objects.find(({ held }) => isNamespace(held.ref, name))
  const { uid } = namespace?.held.ref ?? {}
  return {
    discovery,
    namespace,
    stuck: objects.filter(each => each !== namespace),
    live: looked.survey.content.filter(({ type }) => type.verbs.includes('delete')),
    causes: looked.causes.filter(({ blocks }) => uid === undefined || blocks.some(ref => ref.uid === uid)),
    unreadable: looked.unreadable,
    interrupted: looked.interrupted,
  }
}

function isNamespace(ref: { readonly resource: string; readonly name: string }, name: string): boolean {
  return ref.resource === NAMESPACE_TYPE.plural && ref.name === name
}
