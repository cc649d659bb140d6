import { load } from 'js-yaml'
import { MAX_DEPTH } from '../packed-objects.ts'

/** What one file holds, document by document; a damaged one is told to `skip`, and ends nothing else. */
export function* documentsIn(path: string, bytes: Uint8Array, skip: (why: string) => void): Generator<unknown> {
  const text = decoded(bytes)
  if (text === undefined) return skip('it is not UTF-8')
  if (/^\s*[{[]/.test(text) && !/\.ya?ml$/i.test(path)) yield* jsonIn(text, skip)
  else if (/^\s*[{[]/.test(text)) yield* jsonIn(text, why => skip(why))
  else yield* yamlIn(text, skip)
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** One document, or several in a row, as kubectl prints them; logs of containers may stand between (`cluster-info dump`). */
function* jsonIn(text: string, skip: (why: string) => void): Generator<unknown> {
  const one = parsed(text)
  if (one !== undefined) return yield one
  let begun: string[] = []
  let isLog = false
  for (const line of text.split('\n')) {
    if (begun.length === 0 && /^==== (START|END) logs for container /.test(line)) isLog = line.startsWith('==== START')
    if (isLog || (begun.length === 0 && !/^[{[]/.test(line))) continue
    begun.push(line)
    const isEnd = /^[}\]]\r?$/.test(line) || (begun.length === 1 && /[}\]]\r?$/.test(line))
    if (!isEnd) continue
    const document = parsed(begun.join('\n'))
    begun = []
    if (document === undefined) skip('a document in it is no JSON')
    else yield document
  }
  if (begun.length > 0) skip('it ends in the middle of a document')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/**
 * Documents of YAML. Items of a list as kubectl prints it, each at the start of a line, are read one by one: a list of a
 * whole cluster is never in memory as objects, and one damaged item costs no other.
 */
function* yamlIn(text: string, skip: (why: string) => void): Generator<unknown> {
  const read = (part: string): unknown => {
    try {
      return load(part, { maxAliases: 0, maxDepth: MAX_DEPTH, json: true })
    } catch {
      skip('a part of it is no YAML')
      return undefined
    }
  }
  for (const document of text.split(/^---(?:[ \t].*)?\r?$/m)) {
    const at = /^items:[ \t]*\r?\n(?=- )/m.exec(document)
    if (at === null) {
      if (/^apiVersion:|^- /m.test(document)) yield read(document)
      continue
    }
    const first = at.index + at[0].length
    const end = /^[^\s#-]/m.exec(document.slice(first))
    const last = end === null ? document.length : first + end.index
    const list = read(`${document.slice(0, at.index)}${document.slice(last)}`)
    if (typeof list !== 'object' || list === null) continue
    const isCut = !('kind' in list)
    if (isCut) skip('a list in it ends before its end')
    for (const item of document.slice(first, last).split(/^(?=- )/m)) {
      const [value] = (read(item) as readonly unknown[] | undefined) ?? []
      if (value !== undefined) yield isCut ? [value] : { ...list, items: [value] }
    }
    if (!isCut) yield { ...list, items: [] }
  }
}
