import { readdirSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { type Node, parse } from 'acorn'
import type { Sources } from '../../test/import-rules.ts'

/** The TypeScript files below a folder, by their path in it. */
export function sourcesIn(folder: string): Sources {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(path => path.endsWith('.ts'))
  return Object.fromEntries(
    paths.toSorted().map(path => [path.replaceAll('\\', '/'), readFileSync(join(folder, path), 'utf8')]),
  )
}

export const linesOf = (text: string): number => text.split('\n').length - 1

export type SyntaxNode = Node & Readonly<Record<string, unknown>> & { readonly loc: NonNullable<Node['loc']> }

/** Visits every node of a source, each with the one above it; its lines are those of the TypeScript. */
export function eachNode(text: string, visit: (node: SyntaxNode, above: SyntaxNode | undefined) => void): void {
  const walk = (value: unknown, above: SyntaxNode | undefined): void => {
    if (Array.isArray(value)) for (const each of value) walk(each, above)
    else if (typeof value === 'object' && value !== null && 'type' in value) {
      const node = value as SyntaxNode
      visit(node, above)
      for (const [key, below] of Object.entries(node)) if (key !== 'loc') walk(below, node)
    }
  }
  walk(parse(stripTypeScriptTypes(text), { ecmaVersion: 'latest', sourceType: 'module', locations: true }), undefined)
}
