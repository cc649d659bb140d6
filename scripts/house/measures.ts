import { dirname, join } from 'node:path/posix'
import { arrowsUp, importsOf, type Sources, without } from '../../test/import-rules.ts'
import { expressionsIn, MATCHED } from './expressions.ts'
import { eachNode, linesOf, type SyntaxNode } from './sources.ts'

/** A figure of the house, and where it comes from: one line for each thing that is counted, where it is no sum. */
export interface Measured {
  readonly figure: number
  readonly names: readonly string[]
}

export const counted = (names: readonly string[]): Measured => ({ figure: names.length, names })

/** Lines of the rooms that are chosen; the catalogue, which the build packs into the sources, is data. */
export function lines(sources: Sources, isChosen: (path: string) => boolean): Measured {
  const chosen = Object.entries(sources).filter(([path]) => isChosen(path) && !path.endsWith('/shipped-data.ts'))
  return { figure: chosen.reduce((sum, [, text]) => sum + linesOf(text), 0), names: [] }
}

export function median(sources: Sources): Measured {
  const all = Object.values(sources)
    .map(linesOf)
    .toSorted((a, b) => a - b)
  return { figure: all[Math.floor(all.length / 2)] ?? 0, names: [] }
}

export function longFiles(sources: Sources, most: number): Measured {
  const long = Object.entries(sources).filter(([, text]) => linesOf(text) > most)
  return counted(long.map(([path, text]) => `${path} ${linesOf(text)}`))
}

/** Functions, methods and arrows with more lines than that, from the first of their signature to the last. */
export function longFunctions(sources: Sources, most: number): Measured {
  return counted(
    Object.entries(sources).flatMap(([path, text]) => {
      const found: string[] = []
      eachNode(text, (node, above) => {
        if (!/Function/.test(node.type)) return
        const { start, end } = node.loc
        const length = end.line - start.line + 1
        if (length > most) found.push(`${path}:${start.line} ${nameOf(node) ?? nameOf(above) ?? '(…)'} ${length}`)
      })
      return found
    }),
  )
}

export function nameOf(node: SyntaxNode | undefined): string | undefined {
  const { name } = ((node?.id ?? node?.key) as { name?: string } | null | undefined) ?? {}
  return name
}

/** Files under 25 lines that one file alone imports: they are a part of it. */
export function fragments(sources: Sources): Measured {
  const importers = new Map<string, Set<string>>()
  for (const [path, text] of Object.entries(sources))
    for (const { from } of importsOf(without('comments', text))) {
      if (!from.startsWith('.')) continue
      const target = join(dirname(path), from)
      importers.set(target, (importers.get(target) ?? new Set()).add(path))
    }
  const found = Object.entries(sources).filter(
    ([path, text]) => linesOf(text) < 25 && importers.get(path)?.size === 1 && !path.endsWith('/shipped-data.ts'),
  )
  return counted(found.map(([path, text]) => `${path} ${linesOf(text)} (${[...importers.get(path)!]})`))
}

export function upwards(sources: Sources): Measured {
  return counted(arrowsUp(sources))
}

/** Expressions outside of src/statements that are not listed with the name, or the words of ours, that they match. */
export function textExpressions(sources: Sources): Measured {
  const found = Object.entries(sources).flatMap(([path, text]) => {
    if (!/^(diagnosis|operations|execute|plan)\//.test(path)) return []
    const more = expressionsIn(text) - (MATCHED[path]?.[0] ?? 0)
    return Array.from({ length: Math.max(more, 0) }, () => path)
  })
  return counted(found)
}

export function awaits(sources: Sources, room: string): Measured {
  return counted(
    Object.entries(sources).flatMap(([path, text]) => {
      const found: string[] = []
      if (path.startsWith(`${room}/`))
        eachNode(text, ({ type, loc }) => {
          if (type === 'AwaitExpression') found.push(`${path}:${loc.start.line}`)
        })
      return found
    }),
  )
}

/** Imports of a room by another, each by its file and what it imports. */
export function importsBetween(sources: Sources, by: string, rooms: readonly string[]): Measured {
  return counted(
    Object.entries(sources).flatMap(([path, text]) => {
      if (!path.startsWith(`${by}/`)) return []
      const targets = importsOf(without('comments', text)).map(({ from }) => join(dirname(path), from))
      return targets.filter(target => rooms.includes(target.split('/')[0]!)).map(target => `${path} ${target}`)
    }),
  )
}

/** Lines of comments that are wider than the code may be; the formatter breaks code, and leaves comments. */
export function wideComments(sources: Sources, columns: number): Measured {
  return counted(
    Object.entries(sources).flatMap(([path, text]) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          line.length > columns && /^\s*(\/\/|\/\*|\*)| \/\/ /.test(line) ? [`${path}:${index + 1}`] : [],
        ),
    ),
  )
}
