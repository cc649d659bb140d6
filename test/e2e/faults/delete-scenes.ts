import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeAtEnd } from '../../control-plane/process-group.ts'
import { gitOpsTypes, listAsOwn } from '../delete/acting-sync.ts'
import type { Draft, Field, Thing } from '../rig/api.ts'
import { api, namespace } from '../rig/rig.ts'
import type { Scene } from './trial.ts'

/** What `delete` is to take away, in waves, and what it has to leave alone. */
export interface DeleteScene extends Scene {
  /** In the order of their waves. */
  readonly things: readonly Thing[]
  /** Live objects of the same place that are in no plan. */
  readonly others: readonly Thing[]
  /** What creates them again unless it is suspended, parents first. */
  readonly syncers: readonly Thing[]
}

const FLUX = 'kustomize.toolkit.fluxcd.io'

/** Which one goes before which: `kapp` orders, as they are written on the objects themselves. */
const WAVES: Readonly<Record<string, object>> = {
  web: { 'kapp.k14s.io/change-group': 'web', 'kapp.k14s.io/change-rule': 'delete before deleting db' },
  db: { 'kapp.k14s.io/change-group': 'db' },
}

interface Kept {
  readonly labels?: object
  /** Finalizers of the one that goes last. */
  readonly finalizers?: readonly string[]
}

/** `delete` of two waves of plain objects. */
export async function twoWaves(kept: Kept = {}): Promise<DeleteScene> {
  return waves(await namespace(), kept)
}

async function waves(place: string, { labels = {}, finalizers = [] }: Kept): Promise<DeleteScene> {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-waves-'))
  removeAtEnd(folder)
  const drafts = Object.entries(WAVES).map(
    ([name, annotations]): Draft => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace: place, annotations, labels, ...(name === 'db' && { finalizers }) },
    }),
  )
  const things = await Promise.all(drafts.map(draft => api.create(draft)))
  for (const draft of drafts) writeFileSync(join(folder, `${draft.metadata.name}.json`), JSON.stringify(draft))
  const other = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'other', namespace: place, labels } }
  const words = ['delete', '-f', folder, '--yes', '--timeout', '20s']
  return { place, words, things, others: [await api.create(other)], syncers: [], reached: () => areGone(things) }
}

/** The same objects, which a Kustomization keeps, and a parent keeps that; and an Application that lists one of them. */
export async function suspendedWaves(kept: Kept = {}): Promise<DeleteScene> {
  await gitOpsTypes()
  const place = await namespace()
  const labelsOf = (name: string) => ({ [`${FLUX}/name`]: name, [`${FLUX}/namespace`]: place })
  const scene = await waves(place, { ...kept, labels: labelsOf('apps') })
  const root = await api.create(kustomization('root', place))
  const apps = await api.create(kustomization('apps', place, labelsOf('root')))
  const app = await api.create({
    apiVersion: 'argoproj.io/v1',
    kind: 'Application',
    metadata: { name: `app-${place}`, namespace: place },
    spec: {
      destination: { server: 'https://kubernetes.default.svc' },
      syncPolicy: { automated: { prune: true, selfHeal: true } },
    },
  })
  await listAsOwn(root, [apps])
  await listAsOwn(apps, [...scene.things, ...scene.others])
  await listAsOwn(
    app,
    scene.things.filter(({ metadata }) => metadata.name === 'db'),
  )
  return { ...scene, syncers: [root, apps, app] }
}

/** As `suspendedWaves`; the last object does not go, as a finalizer of nobody holds it: what was suspended is resumed. */
export async function suspendedAndHeld(): Promise<DeleteScene> {
  const scene = await suspendedWaves({ finalizers: ['e2e.example.com/hold'] })
  return { ...scene, words: [...scene.words.slice(0, -1), '3s', '--override', 'WouldGetStuck'] }
}

function kustomization(name: string, place: string, labels: object = {}): Draft {
  const spec = { interval: '10m', prune: true }
  return { apiVersion: `${FLUX}/v1`, kind: 'Kustomization', metadata: { name, namespace: place, labels }, spec }
}

export async function areGone(things: readonly Thing[]): Promise<boolean> {
  const found = await Promise.all(things.map(thing => api.get(thing)))
  return found.every((now, index) => now?.metadata.uid !== things[index]!.metadata.uid)
}

/** The names of those that create nothing again now. */
export async function suspendedNow({ syncers }: DeleteScene): Promise<readonly string[]> {
  const now = await Promise.all(syncers.map(each => api.get(each)))
  return now.filter(each => isSuspended(each!)).map(each => each!.metadata.name)
}

function isSuspended({ kind, spec }: Thing): boolean {
  return kind === 'Kustomization' ? spec.suspend === true : (spec.syncPolicy as Field)?.automated === undefined
}

/** What is not as it was: of what is in no plan anything, of a syncer more than whether it is suspended. */
export async function touched({ others, syncers }: DeleteScene): Promise<readonly string[]> {
  const problems: string[] = []
  for (const other of others) {
    const now = await api.get(other)
    if (now?.metadata.resourceVersion !== other.metadata.resourceVersion)
      problems.push(`${other.metadata.name} is in no plan, and was touched`)
  }
  for (const syncer of syncers) {
    const now = await api.get(syncer)
    if (now === undefined) problems.push(`${syncer.metadata.name} is gone`)
    else if (JSON.stringify(essence(now)) !== JSON.stringify(essence(syncer)))
      problems.push(`${syncer.metadata.name} is not as it was: ${JSON.stringify(now.spec)}`)
  }
  return problems
}

/** Resumed, a Kustomization has the field that it did not have, which means the same. */
function essence({ kind, spec, metadata: { uid, labels, annotations, finalizers } }: Thing): unknown {
  const { suspend: _, syncPolicy, ...rest } = spec
  // The policy is compared where it is there: it is what a suspension takes away.
  const policy = kind === 'Application' && syncPolicy?.automated !== undefined ? syncPolicy : AUTOMATED
  return [uid, labels, annotations, finalizers, rest, ...(kind === 'Application' ? [policy] : [])]
}

const AUTOMATED = { automated: { prune: true, selfHeal: true } }
