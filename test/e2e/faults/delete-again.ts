import { run } from '../rig/rig.ts'
import { areGone, type DeleteScene, suspendedNow, touched } from './delete-scenes.ts'
import type { Trial } from './trial.ts'

/**
 * What is not as it has to be of a `delete` that something went wrong with: what keeps the objects is suspended after a run that did all, and
 * runs as before after one that did not, or that one told of it. Each is a sentence.
 */
export async function tellsSuspended({ scene, ran }: Trial): Promise<readonly string[]> {
  const own = scene as DeleteScene
  const problems: string[] = []
  const suspended = await suspendedNow(own)
  for (const { metadata } of own.syncers) {
    const isTold = new RegExp(`/${metadata.name} (is still|stays) suspended`).test(ran?.stderr ?? '')
    if (ran?.code === 0 && !suspended.includes(metadata.name))
      problems.push(`all is done, and ${metadata.name} would create it again`)
    if (ran?.code !== 0 && suspended.includes(metadata.name) && !isTold)
      problems.push(`${metadata.name} was left suspended without a word`)
  }
  return [...problems, ...(await touched(own))]
}

/** The same, and that the same command, run again, does the rest. */
export async function endsAgain(trial: Trial): Promise<readonly string[]> {
  return [...(await tellsSuspended(trial)), ...(await endedBy(trial.scene as DeleteScene, trial.backups))]
}

/** Runs it again, without a fault: what is not as it has to be then. */
export async function endedBy(scene: DeleteScene, backups: string): Promise<readonly string[]> {
  const wasAllGone = await areGone(scene.things)
  const { code, stderr } = await run([...scene.words, '--backup-dir', backups])
  const problems = [...(await touched(scene))]
  if (!(await areGone(scene.things))) return [...problems, `run again, it did not finish: exit ${code}\n${stderr}`]
  // Of what is all gone nothing can be told any more.
  if (code !== 0 && !(wasAllGone && /not found:/.test(stderr))) problems.push(`run again, exit ${code}\n${stderr}`)
  const suspended = await suspendedNow(scene)
  const running = scene.syncers.filter(({ metadata: { name } }) => !suspended.includes(name))
  if (running.length > 0 && !wasAllGone)
    problems.push(`run again, it is done, and these run: ${running.map(({ metadata }) => metadata.name).join(', ')}`)
  return problems
}
