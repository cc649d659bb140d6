import { until } from '../../control-plane/until.ts'

/**
 * Names are given up for a third of a second after they were asked for, which a machine that is busy with other things may
 * need for itself: asks until the answer came in time. What else it has is for the caller to look at.
 */
export function inTime<T>(ask: () => Promise<T>, cameIn: (answer: T) => boolean): Promise<T> {
  const look = async (): Promise<T | undefined> => {
    const answer = await ask()
    return cameIn(answer) ? answer : undefined
  }
  return until(look, { what: 'an answer in time', deadlineSeconds: 150 })
}
