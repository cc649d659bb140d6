import { suite } from 'uvu'
import { problemsBetween } from './between-account.ts'
import { type BetweenPlan, between, placedIn } from './between-plans.ts'
import { letGo, noDoings } from './other-client.ts'
import type { Point } from './points.ts'
import {
  backup,
  endedNamespace,
  forcedNamespace,
  four,
  heldNamespace,
  oneObject,
  ownedOne,
  twoFinalizers,
  twoGroups,
} from './scenes.ts'
import { type Judged, learned, noneFails, type Stage } from './step-through.ts'
import { tried } from './trial.ts'

const test = suite('another client beside each write')

/** Of so many trials `npm test` tries one. */
const ONE_OF = { sandbox: 120, 'control-plane': 40 }

async function judged(stage: Stage, plan: BetweenPlan): Promise<Judged> {
  const scene = await stage()
  const doings = noDoings()
  const placed = placedIn(plan, scene.place, doings)
  try {
    return await tried(scene, placed, async trial => {
      const problems = await problemsBetween(trial, placed, doings)
      return { trial, problems, notes: [...doings.granted, ...doings.refused.map(each => `refused: ${each}`)] }
    })
  } finally {
    await letGo(scene.place, doings)
  }
}

function beside(stage: Stage, pick: (points: readonly Point[]) => readonly Point[] = points => points) {
  return async (): Promise<void> => {
    const plans = between(pick(await learned(stage)))
    await noneFails(plans, plan => judged(stage, plan), ONE_OF)
  }
}

/** Of a set the state that was shown is tried without another look; each of them is like the next. */
const second = (points: readonly Point[]) => points.filter(({ isWrite }) => isWrite).slice(1, 2)

test('remove of one object', beside(oneObject))
test('remove of one of two finalizers', beside(twoFinalizers))
test('remove of a set', beside(four, second))
test('namespace, held by an object', beside(heldNamespace))
test('namespace, by force', beside(forcedNamespace))
test('namespace, cure', beside(endedNamespace))
test('replay', beside(twoGroups))
test('restore', beside(backup))
test('rescue', beside(ownedOne))

test.run()
