import type { KubeObject } from '../../api/object.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import type { Evidence } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import type { Held } from '../held.ts'
import type { Reference } from './references.ts'

const DEEPEST = 6
const LONGEST = 4000

const MISSING =
  /not ?found|does ?n.t exist|does not exist|no longer exists|no such|missing|(can ?not|can't|could not|couldn't|failed to|unable to) (f(?:ind|etch)|get|load|read|retrieve|look ?up)/i

const textsKnown = new WeakMap<KubeObject, readonly Evidence[]>()

/** Texts by which an object itself says how its controller fares: every text of its status. */
export function statusTexts(whole: KubeObject): readonly Evidence[] {
  const known = textsKnown.get(whole)
  if (known !== undefined) return known
  const found: Evidence[] = []
  collect(whole.status, 'status', 0, found)
  textsKnown.set(whole, found)
  return found
}

function collect(value: unknown, path: string, depth: number, found: Evidence[]): void {
  if (depth > DEEPEST || value === null || value === undefined) return
  if (typeof value === 'string') {
    found.push({ fact: value.slice(0, LONGEST), source: path })
    return
  }
  if (typeof value !== 'object') return
  for (const [name, inner] of Object.entries(value)) {
    collect(inner, Array.isArray(value) ? path : `${path}.${name}`, depth + 1, found)
  }
}

/** The text that says that a thing of this name could not be found. */
export function toldMissing(name: string, texts: readonly Evidence[]): Evidence | undefined {
  const word = new RegExp(`(?<![\\w.-])${name.replaceAll('.', String.raw`\.`)}(?![\\w-]|\\.\\w)`)
  return texts.find(({ fact }) => MISSING.test(fact) && word.test(fact))
}

/** The text by which a client says that the server does not serve a kind. */
export function toldUnserved(kind: string, texts: readonly Evidence[]): Evidence | undefined {
  const words = new RegExp(`no matches for (kind )?["']?${kind}\\b|no kind ["']?${kind}\\b`, 'i')
  return texts.find(({ fact }) => words.test(fact))
}

/** `secrets "aws" not found`, `Secret "aws" not found`, `SecretStore.external-secrets.io "a" not found`, `secret shop/aws does not exist`. */
const SENTENCE =
  /\b([a-z][a-z0-9]*)(?:\.([a-z0-9][a-z0-9.-]*))? ["'`]?(?:([a-z0-9][a-z0-9-]*)\/)?([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)["'`]? (?:was )?(?:not found|does not exist)/gi

/**
 * Things of which the object says, in the words of the API's own errors, that they were not found. Where no namespace is
 * said it may be any: such a thing is gone only when no namespace has it.
 */
export function namedMissing(texts: readonly Evidence[], held: Held, facts: Facts): readonly Reference[] {
  return texts.flatMap(({ fact, source }) =>
    [...fact.matchAll(SENTENCE)].flatMap(([, word = '', group, namespace, name = '']): readonly Reference[] => {
      const type = typeCalled(word.toLowerCase(), group?.toLowerCase(), held, facts)
      if (type === undefined) return []
      if (resourceName(type) === held.ref.resource && name === held.ref.name) return []
      return [
        {
          path: source,
          type,
          name,
          means: true,
          mayBeMade: false,
          ...(type.namespaced && namespace !== undefined && { namespace }),
        },
      ]
    }),
  )
}

/** A type by its plural, singular or kind: of the group that is said, else of the core, of the object's own group, or of Kubernetes. */
function typeCalled(
  word: string,
  group: string | undefined,
  { type: own }: Held,
  { types }: Facts,
): ResourceType | undefined {
  const called = types.filter(({ plural, singular, kind }) => [plural, singular, kind.toLowerCase()].includes(word))
  const near = called.filter(type =>
    group === undefined ? ['', own.group].includes(type.group) : type.group === group,
  )
  const ofKubernetes = called.filter(type => !type.group.includes('.') || type.group.endsWith('.k8s.io'))
  const fitting = near.length === 0 && group === undefined ? ofKubernetes : near
  return new Set(fitting.map(resourceName)).size === 1 ? fitting[0] : undefined
}
