import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ObjectRef } from '../../../src/api/object-ref.ts'
import { auditedCluster } from '../rig/audited.ts'
import { api, namespace, run, target } from '../rig/rig.ts'
import { isChange, problemsBetween } from './compare.ts'
import { backupFolder, eventsOf, journalsIn } from './deleted.ts'

const test = suite('the audit log of the API server, beside what delete tells')

/** Only a real API server that was started here keeps one. */
const withLog = target().auditLog === undefined ? test.skip : test

withLog('has the objects of the plan by uid and no other, each once; what is added or left out is found', async () => {
  const place = await namespace()
  const create = (name: string) =>
    api.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: place, labels: { app: 'web' } } })
  const [, , bystander] = [await create('a'), await create('b'), await namespace()]
  const words = ['configmaps', '-l', 'app=web', '-n', place]
  const audited = auditedCluster(target().kubeconfig, target().auditLog!)
  const { env } = audited
  const plan = JSON.parse((await run(['preflight', ...words, '-o', 'json'], { env })).stdout)
  const folder = backupFolder()
  const { code } = await run(['delete', ...words, '--yes', '--backup-dir', folder], { env })
  assert.is(code, 0)
  const requests = await audited.requests()
  const planned = plan.order.flatMap(({ refs }: { refs: readonly ObjectRef[] }) => refs.map(({ uid }) => uid))
  const changes = requests.filter(isChange)
  assert.equal(changes.map(({ requestObject }) => requestObject?.preconditions?.uid).toSorted(), planned.toSorted())
  assert.ok(requests.length > changes.length, 'there was a dry run')

  const events = journalsIn(folder).flatMap(eventsOf)
  const told = { events, steps: undefined }
  assert.equal(problemsBetween(requests, told), [])
  const [first] = changes
  assert.match(problemsBetween([...requests, first!], told).join(), /1 in the journal, and 2 asked for/)
  assert.match(
    problemsBetween(
      requests.filter(each => each !== first),
      told,
    ).join(),
    /1 in the journal, and 0 asked/,
  )
  assert.match(problemsBetween(requests, { events: [], steps: undefined }).join(), /in no journal/)
  const wet = requests.map(each => ({
    ...each,
    requestURI: each.requestURI.replace(/[?&]dryRun=All/, ''),
    requestObject: {},
  }))
  assert.match(problemsBetween(wet, told).join(), /in no journal/)
  // Whatever else that user did to a live object is found, by whichever program.
  await run(['delete', `ns/${bystander}`, '--yes', '--backup-dir', backupFolder()], { env })
  assert.match(
    problemsBetween(await audited.requests(), told).join(),
    new RegExp(`in no journal: delete .*${bystander}`),
  )
})

test.run()
