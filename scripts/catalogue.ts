/**
 * `node scripts/catalogue.ts SOURCE.json`: writes src/diagnosis/catalogue/records.ts, the catalogue that is shipped, from
 * researched entries. The program never reads the source.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Risk, Verified } from '../src/diagnosis/catalogue/entry.ts'
import type { ControllerRecord, FinalizerRecord } from '../src/diagnosis/catalogue/record.ts'

/** One entry as it was researched. */
interface Researched {
  readonly match: 'exact' | 'prefix' | 'regex'
  readonly pattern: string
  readonly kinds: readonly string[]
  readonly project: string
  readonly controller: { readonly name: string; readonly namespaces: readonly string[]; readonly selectorHint: string }
  readonly cleans: string
  readonly gone_when: string
  readonly if_removed: string
  readonly risk: Risk
  readonly check_first: string
  readonly source: string
  readonly verified_scope: Verified
}

const HEADER = `// Written by scripts/catalogue.ts; what the columns are stands in record.ts.
export const lines: readonly string[] = [
`

function toRecord(entry: Researched): FinalizerRecord {
  const { kinds, risk, verified_scope, cleans, gone_when, if_removed, check_first, source } = entry
  const columns = [kinds, risk, verified_scope, cleans, gone_when, if_removed, check_first, source] as const
  switch (entry.match) {
    case 'exact':
      return [entry.pattern, ...columns]
    case 'prefix':
      return [`${entry.pattern}*`, ...columns]
    case 'regex':
      return [readable(entry.pattern), ...columns, entry.pattern]
  }
}

/** A regular expression as people write a pattern: `^ceph[a-z]+\.ceph\.rook\.io$` is `ceph*.ceph.rook.io`. */
function readable(expression: string): string {
  return expression
    .replaceAll(/^\^|\$$/g, '')
    .replaceAll('\\.?', '')
    .replaceAll(/\[[^\]]*\][+*]|(?<!\\)\.[+*]/g, '*')
    .replaceAll('\\.', '.')
    .replaceAll(/\([^)]*\|[^)]*\)/g, '*')
    .replaceAll(/[()]/g, '')
}

/** Projects, and the controllers of each, in the order in which the source names them first. */
function toRecords(entries: readonly Researched[]): (ControllerRecord | FinalizerRecord)[] {
  const byProject = Map.groupBy(entries, entry => entry.project)
  return [...byProject].flatMap(([project, ofProject]) => {
    const byController = Map.groupBy(ofProject, entry => JSON.stringify(entry.controller))
    return [...byController.values()].flatMap(each => {
      const { name, namespaces, selectorHint } = each[0]!.controller
      return [{ project, name, namespaces, selectorHint }, ...each.map(toRecord)]
    })
  })
}

/** As Biome writes a string that holds more double quotes than single ones. */
function lineOf(record: ControllerRecord | FinalizerRecord): string {
  return `  '${JSON.stringify(record).replaceAll(/[\\']/g, '\\$&')}',\n`
}

const [source] = process.argv.slice(2)
if (source === undefined) {
  console.error('usage: node scripts/catalogue.ts SOURCE.json')
  process.exitCode = 2
} else {
  const entries = JSON.parse(await readFile(source, 'utf8')) as Researched[]
  const target = resolve(import.meta.dirname, '../src/diagnosis/catalogue/records.ts')
  await writeFile(target, `${HEADER}${toRecords(entries).map(lineOf).join('')}]\n`)
  console.error(`wrote ${entries.length} entries`)
}
