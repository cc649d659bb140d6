import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import { target } from '../rig/rig.ts'
import { ALLOW, collected, family, isWhole } from './family.ts'
import { deleted, folder, isDone, rescued } from './rescued.ts'

const test = suite('rescue, and a garbage collector that has minutes')

/** Real ones, and so only when they are asked for: `MINUTES=5 npm run test:e2e -- --target control-plane rescue/minutes`. */
const MINUTES = Number(process.env.MINUTES ?? 0)
const whenAsked = target().name === 'control-plane' && MINUTES > 0 ? test : test.skip

/** Seconds between two looks, and looks between two proofs that the collector works. */
const PAUSE = 1
const LOOKS = 20

whenAsked('a custom resource with six dependents of four kinds and more: none is collected', async () => {
  const all = await family()
  await deleted(all.owner)
  isDone(await rescued([`${all.type.resource}/${all.owner.metadata.name}`, ALLOW, '--backup-dir', folder()]))
  const begun = performance.now()
  let looks = 0
  let collections = 0
  const look = async (): Promise<true | undefined> => {
    await isWhole(all, false)
    if (looks++ % LOOKS === 0) {
      await collected(all)
      collections++
    }
    return performance.now() - begun >= MINUTES * 60_000 ? true : undefined
  }
  const limits = { deadlineSeconds: MINUTES * 60 + 60, everyMilliseconds: PAUSE * 1000 }
  await until(look, { what: `${MINUTES} minutes in which nothing is collected`, ...limits })
  assert.ok(looks >= MINUTES * 10, `only ${looks} looks in ${MINUTES} minutes`)
  assert.ok(collections >= MINUTES / 2, `the collector was seen at work only ${collections} times`)
})

test.run()
