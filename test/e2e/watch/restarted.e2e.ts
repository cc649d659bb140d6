import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createCrd } from '../rig/crd.ts'
import { ownControlPlane, ownControlPlaneAvailable } from '../rig/own-control-plane.ts'
import { type Get, metrics, watching } from './watching.ts'

const test = suite('watch --metrics while the API server is started again')

const runs = ownControlPlaneAvailable() ? test : test.skip

const HELD = [
  /^kubectl_finalize_terminating_objects\{resource="configmaps",namespace="default"\} 1$/m,
  /^kubectl_finalize_stuck_objects\{cause="ControllerUnknown",[^}]*finalizer="example.com\/measured",[^}]*\} 1$/m,
]
const isHeld = (text: string): boolean => HELD.every(line => line.test(text))
const isComplete = (text: string): boolean => /^kubectl_finalize_scan_complete 1$/m.test(text)
const isIncomplete = (text: string): boolean => /^kubectl_finalize_scan_complete 0$/m.test(text)

runs('what is stuck stays counted, it is told to be incomplete, and types come and go; it ends in time', async () => {
  await using plane = await ownControlPlane()
  const { api } = plane
  const object = await api.create({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'one', namespace: 'default', finalizers: ['example.com/measured'] },
  })
  await api.delete(object)
  let endedAt = 0
  const code = await watching(
    [],
    async get => {
      const scraped: string[] = []
      const noted: Get = async path => {
        const answer = await get(path)
        scraped.push(answer.text)
        return answer
      }
      await metrics(get, text => isHeld(text) && isComplete(text))
      await Promise.all([plane.stopApiserver(), metrics(noted, isIncomplete)])
      const away = scraped.length
      await metrics(noted, () => scraped.length >= away + 20)
      assert.not.ok(scraped.slice(away).some(isComplete), 'complete while the server was away')
      let isBack = false
      const startApiserver = async () => {
        await plane.startApiserver()
        isBack = true
      }
      await Promise.all([startApiserver(), metrics(noted, () => isBack)])

      const type = await createCrd(api)
      const metadata = { finalizers: ['example.com/other'] }
      const widget = await api.create(type.draft('late', 'default', { metadata }))
      await api.delete(widget)
      const counted = `kubectl_finalize_terminating_objects{resource="${type.resource}",namespace="default"} 1\n`
      await metrics(noted, text => isComplete(text) && text.includes(counted))
      await api.delete(type.definition)
      await api.patch(widget, { metadata: { finalizers: null } })
      await metrics(noted, text => isComplete(text) && !text.includes(type.group))
      assert.equal(
        scraped.filter(text => !isHeld(text) || /_objects\{[^}]*\} 0$/m.test(text)),
        [],
        'of the object that was there all the time',
      )
      endedAt = performance.now()
    },
    { env: { KUBECONFIG: plane.kubeconfig } },
  )
  assert.is(code, 130)
  assert.ok(performance.now() - endedAt < 5000, 'within five seconds of SIGTERM')
})

test.run()
