import { Rejected, type Thing } from '../rig/api.ts'
import type { Seen } from '../rig/faulty-server.ts'
import { api } from '../rig/rig.ts'
import { buckets } from './scenes.ts'

/** What another client did in a trial, as the server has it. */
export interface Doings {
  /** Objects that it created, as the server answered. */
  readonly created: { readonly path: string; readonly thing: Thing }[]
  /** What the server granted, in words. */
  readonly granted: string[]
  /** What the server refused it, with the status: in that state of the object it cannot be done. */
  readonly refused: string[]
  /** Why a deed could not be done to its end: then the trial shows nothing. */
  readonly broken: string[]
}

export const noDoings = (): Doings => ({ created: [], granted: [], refused: [], broken: [] })

/** What a request of the program is about: the deed is for the very same object, or for what is around it. */
interface Target {
  /** Of the object, whether it is there or not. */
  readonly path: string
  readonly place: string
  /** What is there before the server gets the request, or what the program would create. */
  readonly model: Thing | undefined
}

export interface Deed {
  readonly name: string
  /** `object`: it changes what is there; `any`: it can be done where nothing of that name is, too. */
  readonly needs: 'object' | 'any'
  /** Whether the server may grant it where the program sends this (`keyOf` of it): what is refused for sure is no trial. */
  isFor(key: string): boolean
  /** It does what the program was about to do, or puts something else in the place of the object. */
  readonly isConfusing?: true
  /** It keeps the object from going. */
  readonly holds?: true
  act(target: Target, doings: Doings): Promise<void>
}

const MERGE = { 'content-type': 'application/merge-patch+json' }
export const STRANGER = { 'example.com/stranger': 'yes' }
const FINALIZER = 'example.com/stranger'

const isOfNamespace = (key: string): boolean => /\/namespaces(\/NS(\/finalize)?)?$/.test(key)
/** It is being deleted by then: no finalizer can be added, and a second deletion changes nothing. */
const isDeleting = (key: string): boolean => /^(PATCH|PUT) /.test(key) && !/\/(dependent|status)$/.test(key)
const hasStatus = (key: string): boolean => /\/buckets(\/|$)/.test(key)
const always = (): boolean => true

export const DEEDS: readonly Deed[] = [
  {
    name: 'writes a label and an annotation',
    needs: 'object',
    isFor: always,
    act: ({ path }, doings) => merged(path, { metadata: { labels: STRANGER, annotations: STRANGER } }, doings),
  },
  {
    name: 'writes its content',
    needs: 'object',
    isFor: key => !isOfNamespace(key),
    act: ({ path }, doings) => {
      const field = path.includes('/secrets/') ? 'stringData' : path.includes('/configmaps/') ? 'data' : 'spec'
      return merged(path, { [field]: { stranger: 'yes' } }, doings)
    },
  },
  {
    name: 'writes its status',
    needs: 'object',
    isFor: hasStatus,
    act: ({ path }, doings) => merged(`${path}/status`, { status: { stranger: 'yes' } }, doings),
  },
  {
    name: 'adds a finalizer',
    needs: 'object',
    holds: true,
    isFor: key => !isDeleting(key),
    async act({ path }, doings) {
      const now = await found(path)
      await merged(path, { metadata: { finalizers: [...(now?.metadata.finalizers ?? []), FINALIZER] } }, doings)
    },
  },
  {
    name: 'removes its finalizers',
    isConfusing: true,
    needs: 'object',
    isFor: key => !isOfNamespace(key) || key.startsWith('PUT '),
    act: ({ path }, doings) => freed(path, doings),
  },
  {
    name: 'deletes it',
    needs: 'object',
    isFor: key => !isDeleting(key),
    act: ({ path }, doings) => granted('DELETE', path, undefined, doings),
  },
  {
    name: 'makes it anew',
    isConfusing: true,
    needs: 'any',
    isFor: always,
    act: (target, doings) => madeAnew(target, doings),
  },
  {
    name: 'makes it anew and deletes that',
    isConfusing: true,
    needs: 'any',
    isFor: always,
    async act(target, doings) {
      await madeAnew(target, doings)
      if (doings.created.length > 0) await granted('DELETE', target.path, undefined, doings)
    },
  },
  {
    name: 'creates something beside it',
    needs: 'any',
    isFor: key => !key.startsWith('PUT '),
    async act({ place }, doings) {
      const path = `/api/v1/namespaces/${place}/configmaps`
      await created(`${path}/stranger`, configMap('stranger'), doings)
    },
  },
  {
    name: 'deletes the namespace',
    needs: 'any',
    isFor: key => !isOfNamespace(key),
    act: ({ place }, doings) => granted('DELETE', `/api/v1/namespaces/${place}`, undefined, doings),
  },
]

/** Lets a namespace go that another client deleted, with what it and others hold in it: its controller would try it for ever. */
export async function letGo(place: string, { granted: done }: Doings): Promise<void> {
  if (!done.some(each => each.startsWith('DELETE /api/v1/namespaces/') && each.includes(`/${place}:`))) return
  const { plural, apiVersion } = await buckets()
  const lists = ['configmaps', 'secrets'].map(each => `/api/v1/namespaces/${place}/${each}`)
  for (const list of [...lists, `/apis/${apiVersion}/namespaces/${place}/${plural}`]) {
    const { items = [] } = await api.send('GET', list)
    for (const { metadata } of (items as Thing[]).filter(each => each.metadata.finalizers !== undefined))
      await api.raw('PATCH', `${list}/${metadata.name}`, { metadata: { finalizers: null } }, MERGE)
  }
}

/** What this request of the program is about; to be asked before the server gets it. */
export async function targetOf({ method, path, body }: Seen, place: string): Promise<Target> {
  if (method === 'POST') {
    const model = JSON.parse(body) as Thing
    return { path: `${path}/${model.metadata.name}`, place, model }
  }
  const own = path.replace(/\/(finalize|status)$/, '')
  return { path: own, place, model: await found(own) }
}

export async function found(path: string): Promise<Thing | undefined> {
  const { status, body } = await api.raw('GET', path)
  return status === 200 ? JSON.parse(body) : undefined
}

async function granted(method: string, path: string, body: unknown, doings: Doings): Promise<void> {
  const { status } = await api.raw(method, path, body, method === 'PATCH' ? MERGE : undefined)
  const list = status < 300 ? doings.granted : doings.refused
  list.push(`${method} ${path}: ${status}`)
}

const merged = (path: string, body: object, doings: Doings): Promise<void> => granted('PATCH', path, body, doings)

async function created(path: string, draft: object, doings: Doings): Promise<void> {
  const collection = path.slice(0, path.lastIndexOf('/'))
  try {
    const thing = await api.send('POST', collection, draft)
    doings.created.push({ path, thing })
    doings.granted.push(`POST ${path}: uid ${thing.metadata.uid}`)
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    doings.refused.push(`POST ${path}: ${error.status}`)
  }
}

function configMap(name: string): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { stranger: 'yes' } }
}

/** Takes every finalizer off, of a Namespace those of its spec too, as who forces it. */
async function freed(path: string, doings: Doings): Promise<void> {
  const now = await found(path)
  if (now?.kind === 'Namespace') {
    // Its controller writes it at any moment, and then the server refuses: the very next state is as good.
    const { resourceVersion: _, ...metadata } = now.metadata
    await granted('PUT', `${path}/finalize`, { ...now, metadata, spec: { finalizers: [] } }, doings)
  } else await merged(path, { metadata: { finalizers: null } }, doings)
}

/** Ends what is there, if something is, and creates another of its name, with the same finalizers and another content. */
async function madeAnew({ path, model }: Target, doings: Doings): Promise<void> {
  const old = await found(path)
  if (old !== undefined) {
    if (old.metadata.deletionTimestamp === undefined) await granted('DELETE', path, undefined, doings)
    if ((await found(path)) !== undefined) await freed(path, doings)
    await api.waitGone(old, 10)
  }
  const { apiVersion, kind, data, metadata } = model ?? old!
  const { name, namespace, finalizers } = metadata
  const own = kind === 'ConfigMap' ? { data: { ...data, stranger: 'yes' } } : {}
  const spec = ['ConfigMap', 'Secret', 'Namespace'].includes(kind) ? {} : { spec: { stranger: 'yes' } }
  await created(
    path,
    { apiVersion, kind, metadata: { name, namespace, finalizers, labels: STRANGER }, ...own, ...spec },
    doings,
  )
}
