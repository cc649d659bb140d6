import type { Sources } from '../../test/import-rules.ts'
import { counted, type Measured, nameOf } from './measures.ts'
import { eachNode, type SyntaxNode } from './sources.ts'

const WORD = /\p{L}{2,}/u

/**
 * Literals with three or more words in the rooms that should say nothing; what a template inserts counts as one. Left
 * out is what no user is told, by its place: where a row of a table is from and why it stands before others, the key of
 * `once`, which names a computation, the words of a plain Error, which is a mistake of ours (a user is told by a Trouble
 * or an ApiFailure), a list of words that is split where it stands, what a text is searched for, and the name of a row
 * of src/statements. A table stands outside of functions: an answer with a `because` or a `source` is made in one, and
 * is told.
 */
export function sentences(sources: Sources): Measured {
  const names = namesOfRows(sources)
  return counted(
    Object.entries(sources).flatMap(([path, text]) => {
      if (!/^(diagnosis|operations|execute|plan)\//.test(path)) return []
      const found: string[] = []
      const untold = new Set<unknown>()
      let functionEnd = 0
      eachNode(text, node => {
        if (/Function/.test(node.type)) functionEnd = Math.max(functionEnd, node.end)
        for (const each of [keyOfOnce(node), mistake(node), soughtText(node), ...splitWords(node)]) untold.add(each)
        if (node.start >= functionEnd) untold.add(reasonOfRow(node))
        const said = untold.has(node) ? undefined : textOf(node)
        if (said !== undefined && !names.has(said) && isSentence(said))
          found.push(`${path}:${node.loc.start.line} ${said.trim().slice(0, 60)}`)
      })
      return found
    }),
  )
}

/** An operator of CEL stands in none, and a name is of capitals. */
function isSentence(text: string): boolean {
  const words = text.split(/\s+/).filter(word => WORD.test(word))
  return words.length >= 3 && !/&&|\|\|/.test(text) && !words.every(word => /^\p{Lu}/u.test(word))
}

/** By which rows and claims of src/statements are called: `english.has('has to wait', text)`, `claimsOf('cut off', texts)`. */
function namesOfRows(sources: Sources): ReadonlySet<string> {
  const names = new Set<string>()
  for (const [path, text] of Object.entries(sources)) {
    if (!path.startsWith('statements/')) continue
    eachNode(text, node => {
      if (node.type !== 'Property') return
      const name = textOf((nameOf(node) === 'says' ? node.value : node.key) as SyntaxNode)
      if (name !== undefined) names.add(name)
    })
  }
  return names
}

/** The words of a plain Error. */
function mistake({ type, callee, arguments: given }: SyntaxNode): unknown {
  return type === 'NewExpression' && (callee as { name?: string }).name === 'Error'
    ? (given as readonly unknown[])[0]
    : undefined
}

/** What another program wrote, and is recognised by: `text.includes('…')`. */
function soughtText(node: SyntaxNode): unknown {
  return ['includes', 'startsWith', 'endsWith'].includes(methodOf(node)?.name ?? '')
    ? (node.arguments as readonly unknown[])[0]
    : undefined
}

/** The literals of a list in one text: `('a b ' + 'c d').split(' ')`. */
function splitWords(node: SyntaxNode): readonly unknown[] {
  const method = methodOf(node)
  const [by] = (node.arguments as readonly SyntaxNode[] | undefined) ?? []
  return method?.name === 'split' && by?.value === ' ' ? partsOf(method.of) : []
}

function partsOf(node: SyntaxNode): readonly unknown[] {
  if (node.type !== 'BinaryExpression') return [node]
  return [...partsOf(node.left as SyntaxNode), ...partsOf(node.right as SyntaxNode)]
}

function methodOf({
  type,
  callee,
}: SyntaxNode): { readonly name: string | undefined; readonly of: SyntaxNode } | undefined {
  const { object, property } = (callee ?? {}) as { object?: SyntaxNode; property?: { name?: string } }
  return type === 'CallExpression' && object !== undefined ? { name: property?.name, of: object } : undefined
}

/** The second argument: the first are the facts, which it is computed of. */
function keyOfOnce({ type, callee, arguments: given }: SyntaxNode): unknown {
  return type === 'CallExpression' && (callee as { name?: string }).name === 'once'
    ? (given as readonly unknown[])[1]
    : undefined
}

function reasonOfRow(node: SyntaxNode): unknown {
  return node.type === 'Property' && ['because', 'source'].includes(nameOf(node) ?? '') ? node.value : undefined
}

function textOf(node: SyntaxNode): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'TemplateLiteral') return undefined
  return (node.quasis as readonly { value: { raw: string } }[]).map(({ value }) => value.raw).join('…')
}
