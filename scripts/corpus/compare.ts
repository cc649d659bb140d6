import { type KeptAnswer, readSuite, type Suite } from './corpus-files.ts'
import { type Difference, differencesOf } from './differences.ts'
import { queryName } from './query-name.ts'
import { replay } from './replay.ts'

/** An entry whose answer the sources give differently. */
export interface Changed {
  readonly suite: string
  readonly test: string
  readonly now: KeptAnswer
  readonly differences: readonly Difference[]
}

/** What the sources, as they are, answer differently from a suite's file. */
export function changedIn(name: string): readonly Changed[] {
  const suite = readSuite(name)
  const { inputs, answers } = suite
  const onlyAnswered = Object.keys(answers).filter(test => inputs[test] === undefined)
  if (onlyAnswered.length > 0) throw new Error(`${name}: an answer without an input: ${onlyAnswered.join('; ')}`)
  return Object.keys(inputs).flatMap(test => {
    const now = answeredNow(suite, test)
    const differences = differencesOf(answers[test] ?? { objects: {}, causes: [] }, now)
    return differences.length === 0 && answers[test] !== undefined ? [] : [{ suite: name, test, now, differences }]
  })
}

/** What the sources answer to this entry; a failure says which it was. */
export function answeredNow({ name, inputs }: Pick<Suite, 'name' | 'inputs'>, test: string): KeptAnswer {
  try {
    const { answer, unrecorded } = replay(inputs[test]!)
    return { ...answer, ...(unrecorded.length > 0 && { unrecorded: unrecorded.map(queryName).sort() }) }
  } catch (error) {
    throw new Error(`${name} > ${test}: ${error instanceof Error ? error.stack : error}`)
  }
}
