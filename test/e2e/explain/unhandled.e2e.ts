import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { until } from '../../control-plane/until.ts'
import { api, crd, kubectlAvailable, namespace, unique } from '../rig/rig.ts'
import { carryOut } from './carry-out.ts'
import { explained } from './explained-e2e.ts'
import { installOperator, stuckObject } from './operator.ts'

const test = suite('explain of a finalizer that the running version does not handle')
// The printed commands are carried out with the stock kubectl.
const withKubectl = kubectlAvailable() ? test : test.skip

withKubectl('what living objects carry in its place proves it, and the removal by its name ends the wait', async () => {
  const place = await namespace()
  const runs = await crd({ kind: 'Run' })
  const name = unique('chains')
  // Fake: a Pod that is ready and, as a version that does not know the finalizer, does nothing.
  await installOperator({ type: runs, namespace: await namespace(), name, state: 'running' })
  const [former, present] = [`${runs.group}/v1`, `${runs.group}/v2`]
  const old = await stuckObject(runs, place, 'old', { finalizer: former, manager: name })
  const path = `/apis/${runs.apiVersion}/namespaces/${place}/${runs.plural}?fieldManager=${name}`
  // Times are in whole seconds.
  const isLater = async () => (Date.now() >= Date.parse(old.metadata.creationTimestamp) + 2000 ? true : undefined)
  await until(isLater, { what: 'a later second', deadlineSeconds: 10 })
  for (const each of ['new', 'newer'])
    await api.send('POST', path, runs.draft(each, place, { metadata: { finalizers: [present] } }))
  // In the first half minute it is too early to tell.
  assert.not.ok((await explained(['-n', place])).codes.some(code => code.startsWith('FinalizerUnhandled')))
  const seen = async () => {
    const answer = await explained(['-n', place])
    return answer.causes.some(({ code }) => code === 'FinalizerUnhandled') ? answer : undefined
  }
  const answer = await until(seen, { what: 'the finalizer to be told', deadlineSeconds: 90 })
  const [cause, ...others] = answer.causesOf('Run', 'old')
  assert.equal([others.length, cause!.subject.name, cause!.finalizer], [0, name, former])
  assert.equal(
    cause!.blocks.map(({ uid }) => uid),
    [old.metadata.uid],
  )
  const removal = cause!.remedies.find(({ kind }) => kind === 'remove')!
  await carryOut(`${removal.commands[0]} --yes`)
  await api.waitGone(old)
})

test.run()
