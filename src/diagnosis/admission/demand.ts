/** A label or an annotation that something demands of an object. */
export interface Demand {
  readonly field: 'labels' | 'annotations'
  readonly key: string
  /** undefined: any will do. */
  readonly value?: string | undefined
}

/** Where a condition reads the object: of an update as it will be, of a deletion as it is. */
export type Root = 'object' | 'oldObject'

/** What only says that there are any, or that the object is being deleted: it is true once the rest is given. */
const GIVEN = /^has\((?:object|oldObject)\.metadata(?:\.(?:labels|annotations|deletionTimestamp))?\)$/
const NOT_DELETED = /^!\s?has\((?:object|oldObject)\.metadata\.deletionTimestamp\)$/

const AT = String.raw`(object|oldObject)\.metadata\.\??(labels|annotations)`
const TEXT = String.raw`(?:'([^'\\]*)'|"([^"\\]*)")`

/** How CEL states one demand. The groups: root, field, key (in either quotes or as an identifier), and a value. */
const FORMS: readonly { readonly form: RegExp; readonly read: (groups: readonly (string | undefined)[]) => Read }[] = [
  { form: new RegExp(`^${TEXT} in ${AT}$`), read: ([a, b, root, field]) => [root, field, a ?? b] },
  { form: new RegExp(`^has\\(${AT}\\.([A-Za-z_]\\w*)\\)$`), read: ([root, field, key]) => [root, field, key] },
  {
    form: new RegExp(`^${AT}\\[\\??${TEXT}\\]\\.hasValue\\(\\)$`),
    read: ([root, field, a, b]) => [root, field, a ?? b],
  },
  { form: new RegExp(`^${AT}\\[${TEXT}\\] ?!= ?(?:''|"")$`), read: ([root, field, a, b]) => [root, field, a ?? b] },
  {
    form: new RegExp(`^${AT}\\[\\??${TEXT}\\](?:\\.orValue\\((?:''|"")\\))? ?== ?${TEXT}$`),
    read: ([root, field, a, b, v, w]) => [root, field, a ?? b, v ?? w],
  },
  {
    form: new RegExp(`^${AT}\\.([A-Za-z_]\\w*) ?== ?${TEXT}$`),
    read: ([root, field, key, v, w]) => [root, field, key, v ?? w],
  },
  {
    form: new RegExp(`^${AT}\\[${TEXT}\\] in \\[ ?${TEXT}`),
    read: ([root, field, a, b, v, w]) => [root, field, a ?? b, v ?? w],
  },
]

type Read = readonly (string | undefined)[]

/**
 * The labels and annotations that make a CEL condition true, whatever else the object has; undefined if it asks for
 * anything else. Of alternatives, the first that can be given.
 */
export function demandsOf(expression: string, root: Root): readonly Demand[] | undefined {
  const text = unwrapped(expression.replace(/\s+/g, ' ').trim())
  const alternatives = split(text, '||')
  if (alternatives.length > 1) {
    const open = alternatives.filter(each => !NOT_DELETED.test(each))
    return open.map(each => demandsOf(each, root)).find(demands => demands !== undefined && demands.length > 0)
  }
  const conditions = split(text, '&&')
  if (conditions.length > 1) {
    const all = conditions.map(each => demandsOf(each, root))
    return all.includes(undefined) ? undefined : joined(all.flatMap(demands => demands!))
  }
  if (GIVEN.test(text)) return []
  for (const { form, read } of FORMS) {
    const match = form.exec(text)
    if (match === null) continue
    const [at, field, key, value] = read(match.slice(1))
    return at === root && key ? [{ field: field as Demand['field'], key, value }] : undefined
  }
  return undefined
}

/** `'k' in x && x['k'] == 'v'` is one demand; two values of one key cannot be given. */
function joined(demands: readonly Demand[]): readonly Demand[] | undefined {
  const byKey = Map.groupBy(demands, ({ field, key }) => `${field} ${key}`)
  const all = [...byKey.values()].map(same => {
    const values = new Set(same.flatMap(({ value }) => value ?? []))
    return values.size > 1 ? undefined : { ...same[0]!, value: [...values][0] }
  })
  return all.includes(undefined) ? undefined : (all as readonly Demand[])
}

/** By an operator that is in no parentheses, brackets or quotes. */
function split(text: string, operator: '&&' | '||'): readonly string[] {
  const parts: string[] = []
  let start = 0
  for (const at of outside(text)) {
    if (at < start || !text.startsWith(operator, at)) continue
    parts.push(unwrapped(text.slice(start, at).trim()))
    start = at + operator.length
  }
  return [...parts, unwrapped(text.slice(start).trim())]
}

function unwrapped(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text
  const isWhole = [...outside(text)].every(at => at === 0 || at === text.length)
  return isWhole ? unwrapped(text.slice(1, -1).trim()) : text
}

/** Places in a text that are in no parentheses, brackets or quotes. */
function* outside(text: string): Generator<number> {
  let depth = 0
  let quote: string | undefined
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (quote !== undefined) {
      if (character === quote) quote = undefined
      continue
    }
    if (depth === 0) yield at
    if (character === "'" || character === '"') quote = character
    else if ('([{'.includes(character)) depth++
    else if (')]}'.includes(character)) depth--
  }
}
