import { stripVTControlCharacters } from 'node:util'
import { printable } from '../api/printable.ts'
import type { Journal } from '../execute/journal.ts'
import type { Speech } from '../operations/ports.ts'
import type { Section } from '../plan/sections.ts'
import type { Output, Terminal } from '../terminal.ts'

/** A set is shown in part; the whole of it by a dry run. */
const MAX_SHOWN = 20

/** How operations speak on this terminal: whatever words it is loaded with the first of it. */
export function speechOn({ stdout, stderr, colour }: Terminal, journal?: Journal): Speech {
  const words = async () => (await import('../render/words/in-words.ts')).inWords
  const textOf = async (section: Section, { columns: width }: Output, mostObjects: number): Promise<string> => {
    const { createPaint } = await import('../render/paint.ts')
    const { graphOfObjects: graphOf } = await import('../diagnosis/graph.ts')
    const { sectionText } = await import('../render/plan-sections.ts')
    return sectionText(section, { width, paint: createPaint(colour && width !== undefined), mostObjects, graphOf })
  }
  return {
    words,
    readingWords: async () => (await import('../render/unreadable.ts')).readingText,
    groupLines: () => import('../render/group-progress.ts'),
    async say(...what) {
      for (const each of what) {
        const isSection = typeof each === 'object' && 'part' in each
        const text = isSection ? await textOf(each, stderr, MAX_SHOWN) : `${printable((await words())(each))}\n`
        if (text !== '') stderr.write(text)
      }
    },
    async show(sections, { dryRun, format }) {
      const output = dryRun !== 'none' && format === undefined ? stdout : stderr
      for (const section of sections) {
        const text = await textOf(section, output, dryRun === 'none' ? MAX_SHOWN : Number.POSITIVE_INFINITY)
        if (text === '') continue
        output.write(text)
        journal?.record({ event: 'shown', text: stripVTControlCharacters(text) })
      }
    },
  }
}
