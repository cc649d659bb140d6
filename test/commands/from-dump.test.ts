import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { buildIncident, incidents } from '../../src/sandbox/incidents/index.ts'
import * as writers from '../cluster/archive/dump-writers.ts'
import { temporaryFolder } from '../cluster/temporary-folder.ts'
import { headless } from '../headless.ts'

const test = suite('a dump')

interface Explanation {
  readonly complete: boolean
  readonly objects: readonly {
    readonly ref: { readonly uid: string; readonly kind: string; readonly name: string }
    readonly verdict: string
    readonly deletionTimestamp?: string
  }[]
  readonly causes: readonly {
    readonly id: string
    readonly code: string
    readonly verdict: string
    readonly summary: string
    readonly blocks: readonly { readonly uid: string }[]
  }[]
}

const clock = { now: () => new Date('2026-01-15T12:00:00Z'), sleep: async () => {} }

/** What is said of a dump that the cluster itself does not say: nothing may be but what is unknown. */
function wrong(there: Explanation, here: Explanation): readonly string[] {
  const verdicts = new Map(there.objects.map(({ ref, verdict }) => [ref.uid, verdict]))
  const causes = new Map(there.causes.map(cause => [cause.id, cause]))
  return [
    ...here.objects
      .filter(({ ref, verdict }) => verdict !== 'unknown' && verdict !== verdicts.get(ref.uid))
      .map(({ ref, verdict }) => `${ref.kind}/${ref.name} is ${verdict}, and was ${verdicts.get(ref.uid)}`),
    ...here.causes
      .filter(({ id, verdict }) => verdict !== 'unknown' && !causes.has(id))
      // What a controller reports is true; why it fails (a webhook, a missing right) needs the server's own answer.
      .filter(
        ({ code, blocks }) => code !== 'CleanupFailing' || blocks.some(({ uid }) => verdicts.get(uid) !== 'stuck'),
      )
      .map(({ id, verdict, summary }) => `${id} is ${verdict}: ${summary}`),
    ...here.causes.flatMap(({ id, blocks }) => {
      const known = new Set(causes.get(id)?.blocks.map(({ uid }) => uid))
      return causes.has(id) ? blocks.filter(({ uid }) => !known.has(uid)).map(({ uid }) => `${id} holds ${uid}`) : []
    }),
  ]
}

const FORMS = { ...writers } as const
const NAMES = ['getYaml', 'mustGather', 'supportBundle', 'veleroBackup', 'crustGather'] as const

for (const name of incidents.map(each => each.name)) {
  test(`of ${name}, in whatever form, is never told more of than the cluster says`, async () => {
    const there = JSON.parse((await headless(['explain', `--sandbox=${name}`, '-o', 'json'])).stdout) as Explanation
    const listed = await writers.everything(buildIncident(name, clock)!.transport())
    for (const form of NAMES) {
      using folder = temporaryFolder()
      for (const [path, text] of Object.entries(FORMS[form](listed))) folder.write(join(form, path), text)
      const ran = await headless(['explain', '--from', join(folder.path, form), '-o', 'json'])
      assert.is(ran.code, 0, `${form}: ${ran.stderr}`)
      const here = JSON.parse(ran.stdout) as Explanation
      assert.equal(wrong(there, here), [], form)
      const told = new Set(here.objects.map(({ ref }) => ref.uid))
      const lost = there.objects.filter(({ ref, deletionTimestamp }) => deletionTimestamp && !told.has(ref.uid))
      if (form !== 'supportBundle') assert.equal(lost, [], `${form}: every terminating object is found`)
    }
  })
}

test.run()
