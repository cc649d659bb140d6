import { suite } from 'uvu'
import { journalsIn } from '../delete/deleted.ts'
import { run } from '../rig/rig.ts'
import { endedBy, endsAgain } from './delete-again.ts'
import { type Killed, killedAtEach, logProblems } from './delete-killed.ts'
import { type DeleteScene, suspendedAndHeld, suspendedNow, suspendedWaves, touched } from './delete-scenes.ts'
import { late, lost, notDone, odd } from './plans.ts'
import { stepper } from './step-through.ts'

const test = suite('delete of what GitOps keeps, with one fault at each request')

test('killed at each write: the next run deletes the rest, and leaves suspended what creates it again', () =>
  killedAtEach(
    () => suspendedWaves(),
    async ({ scene, backups }) => {
      const problems = await endedBy(scene, backups)
      // Where all is gone by then, the next run finds nothing, and has no journal.
      return [...problems, ...(await logProblems(backups, ['died', 'ended 0'].slice(0, journalsIn(backups).length)))]
    },
  ))

test('killed at each write, where an object is held: the next run resumes all that was suspended', () =>
  killedAtEach(suspendedAndHeld, resumes, 3))

async function resumes({ scene, backups }: Killed<DeleteScene>): Promise<readonly string[]> {
  const again = await run([...scene.words, '--backup-dir', backups])
  const problems = [...(await touched(scene)), ...(await logProblems(backups, ['died', 'ended 3']))]
  if (again.code !== 3) problems.push(`run again, exit ${again.code}\n${again.stderr}`)
  const left = await suspendedNow(scene)
  if (left.length > 0) problems.push(`run again, still suspended: ${left.join(', ')}\n${again.stderr}`)
  return problems
}

const waves = stepper(() => suspendedWaves())

test('from the first suspension on', () => waves(late, endsAgain))
test('the answer to a change is lost, and it is looked up', () => waves(lost, endsAgain))
test('the answer to a change is lost again and again, or says something else', () => waves(odd, endsAgain))
test('a change does not come to the server', () => waves(notDone, endsAgain))

test.run()
