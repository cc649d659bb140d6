/**
 * `npm run corpus -- COMMAND`: the incidents of all suites as recorded facts, and what the diagnosis answers to them (test/corpus).
 *
 *     diff [NAME]          what the sources answer differently from the files, by kind
 *     accept NAME|--all    writes the answers of the sources into the files
 *     show NAME            the facts and the answer of an entry
 *     record [--from unit,practice,sandbox,control-plane] [PART…]
 *                          runs the suites, the files that have PART in their path, and records them again
 *
 * NAME is a part of `SUITE > TEST`.
 */
import { resolve } from 'node:path'
import { scriptArguments } from './arguments.ts'
import './build/made-catalogue.ts'
import { catalogueModule } from './build/catalogue.ts'

const root = resolve(import.meta.dirname, '..')
const { values, positionals } = scriptArguments({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false }, from: { type: 'string' } },
})
const [command, ...words] = positionals

await catalogueModule(root)
switch (command) {
  case 'diff': {
    const { changed, text } = (await import('./corpus/show.ts')).diff(words.join(' '))
    console.log(text)
    process.exitCode = changed.length === 0 ? 0 : 1
    break
  }
  case 'accept':
    if (words.length === 0 && !values.all) throw new Error('accept NAME, or accept --all')
    console.log((await import('./corpus/show.ts')).accept(words.join(' ')))
    break
  case 'show':
    console.log((await import('./corpus/show.ts')).show(words.join(' ')))
    break
  case 'record': {
    const { record, SOURCES, sourcesOf } = await import('./corpus/record.ts')
    await record(root, values.from === undefined ? SOURCES : sourcesOf(values.from), words)
    break
  }
  default:
    console.error(`error: ${command ?? 'no command'}: diff, accept, show or record`)
    process.exitCode = 1
}
