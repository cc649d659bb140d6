import { spaced } from '../api/camel-case.ts'
import { type Quote, readable } from './quote.ts'
import { escaped } from './whole-word.ts'
import { BY_ID, GONE_AFTER, GONE_BEFORE, missing, NOT_FOUND_AT_ALL, OF_LVM, PREPOSITION } from './words/missing.ts'

/** An object by its name and kind, and all names by which it goes, its own among them. */
interface Called {
  readonly name: string
  readonly kind: string
  readonly names: readonly string[]
  /** One of its ids stands beside the error. */
  readonly isNamed?: boolean
}

/** `likely`: called by the kind alone, or access may be lacking; `perhaps`: of a part; `unmade`: never there. */
export type Gone = 'gone' | 'likely' | 'perhaps' | 'unmade'

/** How an error says that the thing that an object stands for no longer exists: see `saysItIsGone`. */
export function goneAs(quote: Quote, called: Called): Gone | undefined {
  const said = readable(quote.fact)
  if (saysItIsGone(quote, called) || (called.isNamed && saysKindIsGone(said, called))) return 'gone'
  const vain = lookedForInVain(said, called)
  if (vain !== undefined) return vain
  if (deniesKind(said, called)) return called.isNamed ? 'gone' : 'likely'
  const fact = missing.without('or no access', said)
  const isGone = fact !== said && saysItIsGone({ ...quote, fact }, called)
  if (isGone || saysKindIsGone(fact, called) || namesKindAsGone(fact, called)) return 'likely'
  return saysSomeIsGone(said, called) ? 'perhaps' : undefined
}

/** `There is no such grant defined for user 'a'` of a Grant, whatever word for another thing follows. */
function deniesKind(said: string, { kind }: Called): boolean {
  const noun = spaced(kind).split(' ').at(-1)!
  // With a user or a token of that kind it may log in; an errno is of whatever was opened.
  if (missing.has('means of work', noun) || missing.has('no such, of a system', noun)) return false
  return new RegExp(
    String.raw`\bno such ${noun}(?: (?:is |was )?(?:defined|exists?|found)\b| for\b|[.,:;]|$)`,
    'i',
  ).test(said)
}

/** Words of codes that name no kind. */
const OF_NO_KIND: ReadonlySet<string> = new Set(
  'no such not found exception fault error entity resource invalid id'.split(' '),
)

/**
 * The answer to a read of its own, also where only its parent is gone: `reading Queue (r-2): NoSuchEntity`. A code of
 * another kind may be of what the thing only uses: `deleting Lambda Function (f): SubnetNotFound`.
 */
function lookedForInVain(said: string, { kind, names }: Called): Gone | undefined {
  const [found, noun = '', id = '', code = ''] = missing.find('looked for in vain', said)
  const own = noun.replaceAll(' ', '').toLowerCase()
  const isOfIt = own.endsWith(kind.toLowerCase()) && names.includes(id)
  if (found === undefined || !isOfIt || missing.has('means of work', spaced(code))) return undefined
  const words = spaced(found.split(' ').at(-1)!.replaceAll('.', ' ')).toLowerCase().split(' ')
  return words.every(word => OF_NO_KIND.has(word) || own.includes(word)) ? 'gone' : 'likely'
}

function saysSomeIsGone(said: string, { names }: Called): boolean {
  // Who reports it by which reason are no words of the error; paths tell where a thing is, in a project or a zone.
  if (missing.has('all is gone', said)) return true
  if (!missing.has('nothing there', said)) return false
  const told = said.replace(/^\S{1,300} reports \S{1,300} (?:\(\d{1,9} times\))?:? ?/, '')
  // The error within the others may name the very thing, whatever words these have (rancher/rancher#34650).
  const inner = said.slice(said.lastIndexOf(': ') + 1)
  // With a noun before it: alone it may be the name of anything.
  const isCalled = (id: string) => id.length >= SHORTEST_ID && inner.lastIndexOf(' ', inner.indexOf(id)) > 0
  const isOfIt = missing.has('nothing there', inner) && names.some(isCalled)
  return [told, ...(isOfIt ? [inner] : [])].some(text => {
    const unnamed = names.reduce((left, name) => left.replaceAll(name, ' '), text)
    const words = unnamed.split(' ').filter(word => !word.includes('/'))
    return !missing.has('means of work', spaced(words.join(' ')))
  })
}

/** `namespace default is not found` of a TemporalNamespace default, whatever else the error tells. */
function namesKindAsGone(fact: string, { names, kind }: Called): boolean {
  const named = names.filter(name => fact.includes(name))
  if (named.length === 0) return false
  const words = spaced(kind).split(' ')
  const noun = `(?:${words.map((_, from) => words.slice(from).join(' ?')).join('|')}):?`
  const id = `(?:${named.map(escaped).join('|')})`
  return new RegExp(
    `(?:^|[:;,.] |[:{]"|\\bthe )${noun} ["'\`]?${id}["'\`]? ${GONE_AFTER}(?! ${PREPOSITION}\\b)`,
    'i',
  ).test(fact)
}

/** `NonExistentQueue`, `The specified queue does not exist`, `404 Topic not exist` of a PulsarTopic. */
function saysKindIsGone(fact: string, { kind, names }: Called): boolean {
  const said = names.reduce((left, name) => left.replaceAll(name, ' '), fact)
  if (missing.has('means of work', spaced(said))) return false
  return (byKind.get(kind) ?? kindIsGone(kind)).some(expression => expression.test(said))
}

const byKind = new Map<string, readonly RegExp[]>()

function kindIsGone(kind: string): readonly RegExp[] {
  const words = spaced(kind).split(' ')
  const nouns = words.map((_, from) => words.slice(from)).filter(noun => noun.join('').length > 2)
  const code = `(?:${nouns.map(noun => noun.join('')).join('|')})`
  const noun = `(?:${nouns.map(each => each.join(' ?')).join('|')})`
  const coded = new RegExp(String.raw`\b(?:NoSuch|NonExistent)${code}\b|\b${code}(?:NotFound|DoesNotExist)`)
  const start = String.raw`(?:^|[:;,.] |["'[(]|\b(?:the|specified|requested|given) )`
  const called = new RegExp(String.raw`${start}${noun} ${GONE_AFTER}(?! ${PREPOSITION}\b)`, 'i')
  byKind.set(kind, [coded, called])
  return [coded, called]
}

/**
 * Whether an error says that the very thing that an object stands for no longer exists: it has one of the object's own
 * names, and no word for anything else that could be missing.
 */
export function saysItIsGone({ fact }: Quote, { name: own, kind, names }: Called): boolean {
  const said = readable(fact).replace(/^\S+ reports /, '')
  if (names.some(name => answers404(said, name, kind))) return true
  // Names are no words: a bucket may be called `user-profiles`.
  if (missing.has('means of work', spaced(names.reduce((left, name) => left.replaceAll(name, ' '), said)))) return false
  const texts = [said, spaced(said)]
  const upper = texts.map(text => text.toUpperCase())
  return names.some(name => {
    // Most errors do not name the object, and expressions for 20,000 names take most of the time of an explanation.
    if (!upper.some(text => text.includes(name.toUpperCase()))) return false
    const noun =
      name === own ? `(?:${OF_LVM}|${nounsOf(kind)})` : String.raw`(?:(?!${PREPOSITION}\b|${kind}\w*\.)[\w.-]+:? ){0,3}`
    const quoted = String.raw`${BY_ID}["'\x60(]?${escaped(name)}["'\x60)]?`
    const start = String.raw`(?:^|[:;,.] |\b(?:the|is) )${noun}`
    const after = new RegExp(String.raw`${start}${quoted},? ${GONE_AFTER}(?! ${PREPOSITION}\b)`, 'i')
    const it = String.raw`[:,]? (?!${PREPOSITION}\b)${noun}${quoted}`
    const before = new RegExp(String.raw`${GONE_BEFORE}${it}(?![\w-])|${NOT_FOUND_AT_ALL}${it}[.)]{0,2}$`, 'i')
    return texts.some(each => after.test(each) || before.test(each))
  })
}

/** An id that is no word. */
const SHORTEST_ID = 5

/**
 * `GET …/escalation_policies/PNZ3S1H failed 404`: of a URL that ends in its kind, in the plural, and its id
 * (crossplane-contrib/provider-pagerduty#9). Of a secret, a token, a host of that name it says nothing.
 */
function answers404(said: string, name: string, kind: string): boolean {
  if (name.length < SHORTEST_ID || !said.includes(`/${name}`)) return false
  const words = spaced(kind).split(' ')
  const nouns = words.map((_, from) => words.slice(from).join('[-_]?').replace(/y$/, '(?:y|ie)'))
  const call = new RegExp(
    String.raw`\bhttps?://[^\s"']{1,200}/(?:${nouns.join('|')})(?:e?s)?/${escaped(name)}["']?[:,]? (?:[a-z]+:? ){0,3}"?(?:HTTP )?404\b`,
    'i',
  )
  return call.test(said)
}

/** The words of a kind, or only its last ones, before a name: `target group` or `group` of a TargetGroup. */
function nounsOf(kind: string): string {
  const words = spaced(kind).split(' ')
  return `(?:${words.map((_, from) => words.slice(from).join(' ?')).join('|')}|)(?: |)(?:[:=] ?)?`
}

/** What stays behind, but for what is known by one of these names to be gone. */
export function withoutNames<Text>(texts: readonly Text[], names: readonly string[]): readonly Text[] {
  const words = names.map(name => new RegExp(String.raw`(?<![\w-])${escaped(name)}(?![\w-])`))
  return texts.filter(text => typeof text !== 'string' || !words.some(word => word.test(text)))
}
