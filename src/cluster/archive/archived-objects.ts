import type { Form } from './exchange.ts'

/** An object of a recording or a dump: with all its fields, or its metadata alone. */
export interface Archived {
  readonly name: string
  readonly namespace: string | undefined
  /** Its resourceVersion; 0 where it says none. */
  readonly revision: number
  readonly isWhole: boolean
  /** Its JSON in pieces, which may be packed till then: all of it, or a PartialObjectMetadata. */
  json(isWhole: boolean): readonly Uint8Array[]
}

export type ListForm = Exclude<Form, 'discovery'>

/** Which complete lists answer a list of this form; that of a scan has only what a scan looks for. */
const ANSWERED_BY: Readonly<Record<ListForm, readonly Form[]>> = {
  whole: ['whole'],
  metadata: ['whole', 'metadata'],
  scan: ['whole', 'metadata', 'scan'],
}

const EVERYWHERE = '*'

/** Those of one type by namespace and name, cluster-scoped ones under ''. */
type OfType = Map<string, Map<string, Archived>>

/** Objects by type and name, and of which types and namespaces all are known. */
export class ArchivedObjects {
  readonly #byResource = new Map<string, OfType>()
  /** Those of each type as they came: packed ones are unpacked together. */
  readonly #inOrder = new Map<string, Archived[]>()
  readonly #complete = new Set<string>()
  readonly #counts = new Map<string, number>()
  /** The last answer: a list is read page by page. */
  #listed: { readonly key: string; readonly objects: readonly Archived[] } | undefined

  /** Keeps an object. Of two of one name the whole one counts, then the later one. */
  add(resource: string, object: Archived): void {
    this.#listed = undefined
    const ofType = madeIn(this.#byResource, resource, () => new Map<string, Map<string, Archived>>())
    const within = madeIn(ofType, object.namespace ?? '', () => new Map<string, Archived>())
    const known = within.get(object.name)
    if (known !== undefined && !isBetter(object, known)) return
    within.set(object.name, object)
    madeIn(this.#inOrder, resource, () => []).push(object)
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
    return this.#byResource
      .get(resource)
      ?.get(namespace ?? '')
      ?.get(name)
  }

  /** Those of a type, in one namespace or everywhere, as they came. */
  of(resource: string, namespace: string | undefined): readonly Archived[] {
    const key = `${resource} ${namespace ?? EVERYWHERE}`
    if (this.#listed?.key === key) return this.#listed.objects
    const objects =
      namespace === undefined
        ? (this.#inOrder.get(resource) ?? []).filter(each => this.get(resource, each.namespace, each.name) === each)
        : [...(this.#byResource.get(resource)?.get(namespace)?.values() ?? [])]
    this.#listed = { key, objects }
    return objects
  }
}

function madeIn<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

function isBetter(next: Archived, known: Archived): boolean {
  if (next.isWhole !== known.isWhole) return next.isWhole
  return next.revision >= known.revision
}
