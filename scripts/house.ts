/**
 * `npm run house -- [--names] [--record]`: what the house should be (CONTRIBUTING.md, "House rules"), and what it is: each figure, its bar,
 * and what is over it by name. Exits 1 only where a figure is worse than the one in scripts/house/recorded.json. `--record` writes the
 * figures that have become smaller there; `--names` prints all names instead of the first ten.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import Table from 'cli-table3'
import { scriptArguments } from './arguments.ts'
import { type Recorded, shrunk, standings } from './house/bars.ts'
import { sourcesIn } from './house/sources.ts'

const MOST_NAMES = 10

const root = resolve(import.meta.dirname, '..')
const { values } = scriptArguments({ options: { names: { type: 'boolean' }, record: { type: 'boolean' } } })
const file = resolve(import.meta.dirname, 'house/recorded.json')
const recorded = JSON.parse(readFileSync(file, 'utf8')) as Recorded
const all = standings(sourcesIn(resolve(root, 'src')), recorded)

const table = new Table({ head: ['', 'figure', 'bar', 'recorded', ''], style: { head: [], border: [] } })
for (const { what, figure, bar, recorded: before, isWorse } of all)
  table.push([what, figure, bar, before ?? '', isWorse ? 'WORSE' : figure > bar ? 'over' : 'ok'])
console.log(table.toString())
for (const { what, figure, bar, names } of all) {
  if (figure <= bar || names.length === 0) continue
  console.log(`\n${what}:`)
  for (const name of values.names ? names : names.slice(0, MOST_NAMES)) console.log(`  ${name}`)
  if (!values.names && names.length > MOST_NAMES) console.log(`  and ${names.length - MOST_NAMES} more (--names)`)
}
if (values.record) writeFileSync(file, `${JSON.stringify(shrunk(all), undefined, 2)}\n`)
process.exitCode = all.some(({ isWorse }) => isWorse) ? 1 : 0
