import type { KubeObject } from '../../api/object.ts'
import type { Form } from './exchange.ts'

/** An object of a recording or a dump: with all its fields, or its metadata alone. */
export interface Archived {
  readonly object: KubeObject
  readonly isWhole: boolean
}

/** Of which objects a list is complete: all of them (of the form), or for a scan those that it looks for. */
const SERVES: Readonly<Record<Exclude<Form, 'discovery'>, readonly Form[]>> = {
  whole: ['whole'],
  metadata: ['whole', 'metadata'],
  scan: ['whole', 'metadata', 'scan'],
}

const EVERYWHERE = '*'

/** Objects by type and name, and of which types and namespaces all are known. */
export class ArchivedObjects {
  readonly #byResource = new Map<string, Map<string, Archived>>()
  readonly #complete = new Set<string>()
  readonly #counts = new Map<string, number>()

  /** Keeps an object; one that is known whole is not forgotten for its metadata, of two the later revision counts. */
  add(resource: string, object: KubeObject, isWhole: boolean): void {
    const ofType = this.#byResource.get(resource) ?? new Map<string, Archived>()
    this.#byResource.set(resource, ofType)
    const key = keyOf(object.metadata.namespace, object.metadata.name)
    const known = ofType.get(key)
    if (known !== undefined && !isBetter({ object, isWhole }, known)) return
    ofType.set(key, { object, isWhole })
  }

  /** Notes how many objects of a type a list had in a namespace, of which only some are known. */
  count(resource: string, namespace: string, objects: number): void {
    this.#counts.set(`${resource} ${namespace}`, objects)
  }

  /** How many objects of a type there were in a namespace, where more are known of than known. */
  countOf(resource: string, namespace: string | undefined): number {
    return this.#counts.get(`${resource} ${namespace}`) ?? 0
  }

  /** Notes that all objects of a type are known, in one namespace or everywhere. */
  complete(resource: string, namespace: string | undefined, form: Form): void {
    this.#complete.add(`${resource} ${namespace ?? EVERYWHERE} ${form}`)
  }

  /** Whether an object that is not known of this type and namespace was not there. */
  isComplete(resource: string, namespace: string | undefined, form: Exclude<Form, 'discovery'>): boolean {
    const places = namespace === undefined ? [EVERYWHERE] : [EVERYWHERE, namespace]
    return places.some(place => SERVES[form].some(each => this.#complete.has(`${resource} ${place} ${each}`)))
  }

  get(resource: string, namespace: string | undefined, name: string): Archived | undefined {
    return this.#byResource.get(resource)?.get(keyOf(namespace, name))
  }

  /** Those of a type, in one namespace or everywhere, as they came. */
  of(resource: string, namespace: string | undefined): readonly Archived[] {
    const all = [...(this.#byResource.get(resource)?.values() ?? [])]
    return namespace === undefined ? all : all.filter(({ object }) => object.metadata.namespace === namespace)
  }

  resources(): readonly string[] {
    return [...this.#byResource.keys()]
  }
}

function keyOf(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}/${name}`
}

function isBetter(next: Archived, known: Archived): boolean {
  if (next.isWhole !== known.isWhole) return next.isWhole
  return revisionOf(next) >= revisionOf(known)
}

function revisionOf({ object }: Archived): number {
  return Number(object.metadata.resourceVersion ?? 0) || 0
}
