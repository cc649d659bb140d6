import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { KubeObject } from '../../../src/api/object.ts'
import { createAgain } from '../../../src/execute/rescue/create-again.ts'
import type { Unit } from '../../../src/plan/rescue/rescue.ts'
import { inWords } from '../../../src/render/words/in-words.ts'
import type { RequestHook } from '../../../src/sandbox/sandbox.ts'
import { serveRequest } from '../../../src/sandbox/serve-request.ts'
import { plainText } from '../../sandbox/fault-answers.ts'
import { CONFIG_MAPS } from '../removals.ts'
import { type Case, setup } from '../stuck-in-sandbox.ts'

const test = suite('an object that is created again')

const unit: Unit = {
  type: CONFIG_MAPS,
  object: {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'lost', namespace: 'shop', uid: 'old' },
    data: { a: '1' },
  },
  dependents: [],
  lostUids: [],
  hasStatus: false,
}

/** The first creation is answered by a gateway; `meanwhile` is what happens before the next look. */
function behindGateway(meanwhile: (it: Case, request: Parameters<RequestHook>[0]) => unknown): Case {
  let isFirst = true
  return setup([], it => request => {
    if (request.method !== 'POST' || !isFirst) return undefined
    isFirst = false
    return Promise.resolve(meanwhile(it, request)).then(() => plainText(502, 'bad gateway'))
  })
}

function byAnother(data: Record<string, string>) {
  return ({ sandbox }: Case): KubeObject =>
    sandbox.put(
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'lost', namespace: 'shop' }, data },
      { manager: 'kubectl' },
    )
}

test('is not a stranger’s of the same name that came when the answer was lost', async () => {
  const it = behindGateway(byAnother({ a: '99' }))
  const step = await createAgain(unit, [unit], new Map(), it.tools)
  assert.equal([step.result, step.guard, it.writes], ['changed', 'Changed', ['POST']])
  assert.equal(it.sandbox.get('v1', 'ConfigMap', 'lost', 'shop')!.data, { a: '99' })
})

test('is told to be there already where a stranger created just the same', async () => {
  const it = behindGateway(byAnother({ a: '1' }))
  const step = await createAgain(unit, [unit], new Map(), it.tools)
  assert.equal(
    [step.result, inWords(step.message!).startsWith('it already exists'), it.writes],
    ['done', true, ['POST']],
  )
})

test('is ours where the lost answer was to a creation that was made', async () => {
  const it = behindGateway(({ sandbox: { server } }, request) => serveRequest(server, request))
  const step = await createAgain(unit, [unit], new Map(), it.tools)
  assert.equal([step.result, inWords(step.message!).startsWith('it exists'), it.writes], ['done', true, ['POST']])
})

test.run()
