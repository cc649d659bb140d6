import { escaped, wholeWord } from '../whole-word.ts'
import { logFields } from '../words/log-fields.ts'
import type { LogLine } from './line.ts'

export interface Sought {
  readonly kind: string
  readonly plural: string
  readonly group: string
  /** undefined: of a type without namespaces. */
  readonly namespace: string | undefined
  readonly name: string
  readonly uid: string
  /** The last words of its kind that end the kind of no other type: `Volume` of PersistentVolume. */
  readonly ends: readonly string[]
  /** What other types are called, in lower case: kinds and plurals. */
  readonly others: ReadonlySet<string>
}

/** What its kind is called, and that directly before its name: `bucket "a"`, `Bucket a`. */
function kindOf({ kind, plural, group, ends, name }: Sought): { readonly called: string; readonly byKind: RegExp } {
  const called = `(?:${[kind, plural, `${plural}.${group}`, `${kind}.${group}`, ...ends].map(escaped).join('|')})`
  return { called, byKind: new RegExp(String.raw`(?<![\w.-])${called}[ (:=/]{1,2}["'\x60]?${wholeWord(name)}`, 'i') }
}

/**
 * Whether a line that has the name has its kind directly before it, or a finalizer of more words beside it: of the
 * object, where it is the only one of its name (kubermatic/machine-controller#1015, rancher/rancher#35345).
 */
export function namingOnlyOne(sought: Sought, finalizer: string): (line: LogLine) => boolean {
  const { byKind } = kindOf(sought)
  const end = finalizer.split('/').at(-1)!
  const ofFinalizer = end.includes('-') && !logFields.has('suffix', end) ? new RegExp(wholeWord(end)) : undefined
  return ({ message, error }) =>
    [message, error].some(
      text => (byKind.test(text) && !text.toLowerCase().includes('namespace')) || ofFinalizer?.test(text) === true,
    )
}

/**
 * `shop/a` (no longer path, not of another kind); `bucket "a" … namespace "shop"`; `namespaces/shop/buckets/a`;
 * `ResourceID{name='a', namespace='shop'}` (operator-framework/java-operator-sdk:ResourceID.java, toString).
 */
export function wordsNaming(sought: Sought, isRef: (text: string) => boolean): (text: string) => boolean {
  const { plural, namespace, name, others } = sought
  const { called, byKind } = kindOf(sought)
  const id = `ResourceID{name='${name}', namespace='${namespace ?? null}'}`
  if (namespace === undefined) return text => byKind.test(text) || text.includes(id)
  const path = `/${plural}/${name}`
  const place = new RegExp(String.raw`\b(?:namespaces?|in|ns)[ =:/]{1,2}["'\x60]?${wholeWord(namespace)}`)
  const both = new RegExp(`(?<!/)${wholeWord(`${namespace}/${name}`)}(?!/)`, 'g')
  // `storage.example.com/Bucket/shop/a` (gardener/external-dns-management#116).
  const ofKind = new RegExp(`/${called}/${wholeWord(`${namespace}/${name}`)}(?!/)`, 'i')
  return text =>
    text.includes(`/namespaces/${namespace}${path}`) ||
    isRef(text) ||
    text.includes(id) ||
    ofKind.test(text) ||
    (byKind.test(text) && place.test(text)) ||
    [...text.matchAll(both)].some(({ index }) => !others.has(wordBefore(text, index)))
}

/** `Bucket.v1.storage.example.com/a.shop` (kube-rs/kube:kube-runtime/src/reflector/object_ref.rs, Display). */
export function ofKubeRs({ kind, group, namespace, name }: Sought): (text: string) => boolean {
  const named = wholeWord(`${name}${namespace === undefined ? '' : `.${namespace}`}`)
  const ref = new RegExp(String.raw`(?<![\w.-])${escaped(kind)}\.[a-z0-9]{1,20}\.${escaped(group)}/${named}`)
  return text => ref.test(text)
}

/** `Secret` of `Secret "shop/a"`, in lower case. */
export function wordBefore(text: string, at: number): string {
  const [, word = ''] = /(\w{1,63})[ (:="'`[]{1,3}$/.exec(text.slice(Math.max(0, at - 70), at)) ?? []
  return word.toLowerCase()
}
