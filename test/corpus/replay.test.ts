import { suite } from 'uvu'
import { changedIn } from '../../scripts/corpus/compare.ts'
import { suiteNames } from '../../scripts/corpus/corpus-files.ts'
import { changedText, summary } from '../../scripts/corpus/show.ts'

const corpus = suite('the corpus')

/** Entries that a failure shows; `npm run corpus -- diff` shows all. */
const MAX_SHOWN = 20

corpus('is answered as its files say', () => {
  const changed = suiteNames().flatMap(changedIn)
  if (changed.length === 0) return
  const shown = changed.slice(0, MAX_SHOWN).map(changedText)
  const rest = changed.length > MAX_SHOWN ? [`… and ${changed.length - MAX_SHOWN} more`] : []
  const whatNow =
    'npm run corpus -- diff shows all; where it is meant: npm run corpus -- accept NAME|--all, and the reason in the commit'
  throw new Error([summary(changed), ...shown, ...rest, summary(changed), whatNow].join('\n'))
})

corpus.run()
