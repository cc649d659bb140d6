import type { KubeObject } from '../api/object.ts'
import { type ObjectRef, refOf } from '../api/object-ref.ts'
import type { ResourceType } from '../api/resource-type.ts'
import { type Advice, advised, type Reach } from './reach.ts'

/** What recreates deleted objects unless suspended: a Flux Kustomization or HelmRelease, an Argo CD Application. */
export interface Syncer {
  readonly type: ResourceType
  /** As it was read. */
  readonly object: KubeObject
  /** What it would create again, or, of a parent, the syncer whose suspension it would undo. */
  readonly makes: readonly ObjectRef[]
  /** An earlier run left it suspended: it is resumed as if this run had suspended it. */
  readonly isLeft?: boolean
}

interface Switch {
  readonly stopped: object
  isStopped(object: KubeObject): boolean
  /** The fields that resume it, as they were. */
  was(object: KubeObject): object
}

interface Spec {
  readonly suspend?: unknown
  readonly syncPolicy?: { readonly automated?: { readonly enabled?: unknown } | null } | null
}

const FLUX: Switch = {
  stopped: { suspend: true },
  isStopped: object => specOf(object).suspend === true,
  was: () => ({ suspend: false }),
}

const ARGO: Switch = {
  stopped: { syncPolicy: { automated: null } },
  isStopped: object => automatedOf(object) === undefined,
  was: object => ({ syncPolicy: { automated: automatedOf(object) } }),
}

/** By resource. */
export const SWITCHES: Readonly<Record<string, Switch>> = {
  'kustomizations.kustomize.toolkit.fluxcd.io': FLUX,
  'helmreleases.helm.toolkit.fluxcd.io': FLUX,
  'applications.argoproj.io': ARGO,
}

export function switchOf({ type, object }: Pick<Syncer, 'type' | 'object'>): Switch {
  return SWITCHES[refOf(type, object.metadata).resource]!
}

export function isSuspended(syncer: Pick<Syncer, 'type' | 'object'>): boolean {
  return switchOf(syncer).isStopped(syncer.object)
}

/** The command that resumes it as it was. */
export function howToResume(syncer: Pick<Syncer, 'type' | 'object'>, reach: Reach): Advice {
  const { resource, namespace = '', name } = refOf(syncer.type, syncer.object.metadata)
  const patch = JSON.stringify({ spec: switchOf(syncer).was(syncer.object) })
  const words = ['kubectl', 'patch', `${resource}/${name}`, '-n', namespace, '--type', 'merge', '-p', patch]
  return advised('resume it', reach, ...words)
}

function specOf(object: KubeObject): Spec {
  return (object.spec ?? {}) as Spec
}

/** Since Argo CD 3.1 it can also be switched off by a field of its own. */
function automatedOf(object: KubeObject): object | undefined {
  const automated = specOf(object).syncPolicy?.automated ?? undefined
  return automated?.enabled === false ? undefined : automated
}
