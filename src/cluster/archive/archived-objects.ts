import type { KubeObject } from '../../api/object.ts'
import type { Form } from './exchange.ts'

/** An object of a recording or a dump: with all its fields, or its metadata alone. */
export interface Archived {
  readonly name: string
  readonly namespace: string | undefined
  readonly resourceVersion: string | undefined
  readonly isWhole: boolean
  /** The object itself, which may be packed till then. */
  read(): KubeObject
}

type ListForm = Exclude<Form, 'discovery'>

/** Which complete lists answer a list of this form; that of a scan has only what a scan looks for. */
const ANSWERED_BY: Readonly<Record<ListForm, readonly Form[]>> = {
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

  /** Keeps an object. Of two of one name the whole one counts, then the later one. */
  add(resource: string, object: Archived): void {
    const ofType = this.#byResource.get(resource) ?? new Map<string, Archived>()
    this.#byResource.set(resource, ofType)
    const key = keyOf(object.namespace, object.name)
    const known = ofType.get(key)
    if (known === undefined || isBetter(object, known)) ofType.set(key, object)
  }

  /** Notes how many objects of a type there were in a namespace, of which only some are known. */
  count(resource: string, namespace: string, objects: number): void {
    this.#counts.set(`${resource} ${namespace}`, objects)
  }

  /** How many objects of a type there were in a namespace; 0 where that was not noted. */
  countOf(resource: string, namespace: string | undefined): number {
    return this.#counts.get(`${resource} ${namespace}`) ?? 0
  }

  /** Notes that all objects of a type are known, in one namespace or everywhere. */
  complete(resource: string, namespace: string | undefined, form: Form): void {
    this.#complete.add(`${resource} ${namespace ?? EVERYWHERE} ${form}`)
  }

  /** Whether an object of this type and namespace that is not known was not there. */
  isComplete(resource: string, namespace: string | undefined, form: ListForm): boolean {
    const places = namespace === undefined ? [EVERYWHERE] : [EVERYWHERE, namespace]
    return places.some(place => ANSWERED_BY[form].some(each => this.#complete.has(`${resource} ${place} ${each}`)))
  }

  get(resource: string, namespace: string | undefined, name: string): Archived | undefined {
    return this.#byResource.get(resource)?.get(keyOf(namespace, name))
  }

  /** Those of a type, in one namespace or everywhere, as they came. */
  of(resource: string, namespace: string | undefined): readonly Archived[] {
    const all = [...(this.#byResource.get(resource)?.values() ?? [])]
    return namespace === undefined ? all : all.filter(each => each.namespace === namespace)
  }
}

function keyOf(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}/${name}`
}

function isBetter(next: Archived, known: Archived): boolean {
  if (next.isWhole !== known.isWhole) return next.isWhole
  return revisionOf(next) >= revisionOf(known)
}

function revisionOf({ resourceVersion }: Archived): number {
  return Number(resourceVersion ?? 0) || 0
}
