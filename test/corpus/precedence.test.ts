import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { readSuite, suiteNames } from '../../scripts/corpus/corpus-files.ts'
import { asked } from '../../scripts/corpus/replay.ts'
import { whenAnswered } from '../../src/diagnosis/answered.ts'
import { meeting, precedence } from '../../src/diagnosis/decide/decide.ts'
import type { RowName } from '../../src/diagnosis/decide/table.ts'
import { dossierOf } from '../../src/diagnosis/dossier/dossier.ts'
import { foreignFinalizers } from '../../src/diagnosis/rules/controller.ts'

const corpus = suite('the corpus')

function isOver(one: RowName, other: RowName): boolean {
  return precedence.blockedBy([one]).includes(other)
}

corpus('has no case in which two rows of the table meet and none is over the other', () => {
  const open = new Set<string>()
  for (const name of suiteNames()) {
    for (const [test, input] of Object.entries(readSuite(name).inputs)) {
      const { value: met } = asked(input, (_, context) =>
        [...context.terminating.values()].flatMap(held =>
          foreignFinalizers(held).flatMap(finalizer => {
            const found = whenAnswered(() => dossierOf(held, finalizer, context))
            return found === undefined ? [] : [meeting(found)]
          }),
        ),
      )
      for (const rows of met) {
        for (const one of rows) {
          for (const other of rows) {
            if (one < other && !isOver(one, other) && !isOver(other, one))
              open.add(`${one} and ${other}: ${name} > ${test}`)
          }
        }
      }
    }
  }
  assert.equal([...open], [])
})

corpus.run()
