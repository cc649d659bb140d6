import { setTimeout as pause } from 'node:timers/promises'
import type { Draft, Field, Thing } from '../rig/api.ts'
import { api, crd } from '../rig/rig.ts'

const LOOK_MILLISECONDS = 100

/** A GitOps tool that creates its objects again as long as it is not suspended, and has what its parent gives it. */
export interface ActingSync extends AsyncDisposable {
  readonly object: Thing
  /** How often it created something again. */
  readonly made: () => number
  now(): Promise<Thing | undefined>
}

let types: Promise<unknown> | undefined

/** The types of Flux and Argo CD, as far as they matter here; another test of the same cluster may have made them. */
export function gitOpsTypes(): Promise<unknown> {
  types ??= Promise.all([made('kustomize.toolkit.fluxcd.io', 'Kustomization'), made('argoproj.io', 'Application')])
  return types
}

async function made(group: string, kind: string): Promise<unknown> {
  const name = `${kind.toLowerCase()}s.${group}`
  const there = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name } }
  return (await api.get(there)) ?? crd({ group, kind })
}

/** Creates a Kustomization or an Application, and does its work for these objects. */
export async function actingSync(draft: Draft, keeps: readonly Draft[]): Promise<ActingSync> {
  const object = await api.create(draft)
  const over = new AbortController()
  let made = 0
  const work = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const now = await api.get(object)
      if (now !== undefined && !isSuspended(now)) {
        for (const each of keeps) {
          if ((await api.get(each)) !== undefined) continue
          await api
            .create(each)
            .then(() => made++)
            .catch(() => {})
        }
      }
      await pause(LOOK_MILLISECONDS, undefined, { signal: over.signal }).catch(() => {})
    }
  }
  const worked = work()
  return {
    object,
    made: () => made,
    now: () => api.get(object),
    async [Symbol.asyncDispose]() {
      over.abort()
      await worked
    },
  }
}

/** Writes into its status that these are its own, as Flux and Argo CD do when they have applied them. */
export async function listAsOwn(sync: Thing, own: readonly (Draft | Thing)[]): Promise<void> {
  const parts = own.map(({ apiVersion, kind, metadata: { namespace, name } }) => {
    const [version = '', group = ''] = apiVersion.split('/').toReversed()
    return { version, group, kind, namespace, name }
  })
  const entries = parts.map(({ namespace, name, group, kind, version }) => ({
    id: `${namespace}_${name}_${group}_${kind}`,
    v: version,
  }))
  const status = sync.kind === 'Kustomization' ? { inventory: { entries } } : { resources: parts }
  await api.patch(sync, { status }, { subresource: '/status' })
}

function isSuspended({ kind, spec }: Thing): boolean {
  return kind === 'Kustomization' ? spec.suspend === true : (spec.syncPolicy as Field)?.automated === undefined
}
