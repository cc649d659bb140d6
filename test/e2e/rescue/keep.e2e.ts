import { readdirSync } from 'node:fs'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { mapConcurrently } from '../../../src/cluster/map-concurrently.ts'
import { readFolder } from '../../../src/operations/rescue/recreate-namespace.ts'
import { faultyServer } from '../rig/faulty-server.ts'
import { api, run, target } from '../rig/rig.ts'
import { heldNamespace, keptIn } from './kept.ts'
import { folder, isDone, rescued } from './rescued.ts'

const test = suite('a namespace that is kept, killed after each step and kept again')

/** What binds a claim to a volume is a part of kube-controller-manager. */
const onRealServers = target().name === 'control-plane' ? test : test.skip

const AT_ONCE = 4
const LOOK_EVERY_MS = 2

const filesOf = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true })
    .map(String)
    .filter(name => name.endsWith('.yaml'))

/** Kills it as soon as so many files are there. */
async function killedAtFile(count: number, words: readonly string[], directory: string): Promise<void> {
  let watch: NodeJS.Timeout | undefined
  const onStart = (kill: (signal: NodeJS.Signals) => void): void => {
    watch = setInterval(() => {
      if (filesOf(directory).length < count) return
      clearInterval(watch)
      kill('SIGKILL')
    }, LOOK_EVERY_MS)
  }
  try {
    await run(words, { onStart, timeoutSeconds: 100 })
  } finally {
    clearInterval(watch)
  }
}

/** Kills it at the change of the volume, before the server has it or after. */
async function killedAtRetain(isDone: boolean, words: readonly string[]): Promise<void> {
  await using server = await faultyServer(({ isWrite }) =>
    isWrite
      ? async ({ forward, signal }) => {
          if (isDone) await forward()
          signal('SIGKILL')
        }
      : undefined,
  )
  await run(words, { env: server.env, onStart: server.onStart, timeoutSeconds: 100 })
}

onRealServers('the next run finishes it, and everything comes back once', async () => {
  const first = await heldNamespace()
  const whole = folder()
  isDone(await rescued([`namespace/${first.place}`, '--backup-dir', whole]))
  const count = filesOf(whole).length
  assert.ok(count >= first.names.length)
  const kills: Readonly<Record<string, (words: readonly string[], directory: string) => Promise<void>>> = {
    ...Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `at file ${at + 1}`,
        (words: readonly string[], directory: string) => killedAtFile(at + 1, words, directory),
      ]),
    ),
    'before the volume is retained': words => killedAtRetain(false, words),
    'when the volume is retained': words => killedAtRetain(true, words),
  }
  const problems: string[] = []
  await mapConcurrently(AT_ONCE, Object.entries(kills), async ([title, kill]) => {
    try {
      const held = await heldNamespace()
      const directory = folder()
      const words = [`namespace/${held.place}`, '--backup-dir', directory]
      await kill(['rescue', ...words, '--yes'], directory)
      isDone(await rescued(words))
      assert.is((await api.get(held.volume))!.spec.persistentVolumeReclaimPolicy, 'Retain')
      const from = keptIn(directory)
      const objects = await readFolder(from)
      for (const name of held.names)
        assert.is(objects.filter(({ kind, metadata }) => `${kind} ${metadata.name}` === name).length, 1, name)
      const volume = objects.find(({ kind }) => kind === 'PersistentVolume') as { spec?: Record<string, unknown> }
      assert.is(volume.spec?.persistentVolumeReclaimPolicy, 'Delete')
      await held.end()
      isDone(await rescued([`namespace/${held.place}`, '--from-backup', from, '--backup-dir', folder()]))
      await held.isWhole()
    } catch (error) {
      problems.push(`killed ${title}: ${(error as Error).stack}`)
    }
  })
  if (problems.length > 0) console.log(problems.join('\n'))
  assert.is(problems.length, 0, `${problems.length} trials do not hold, see above`)
})

test.run()
