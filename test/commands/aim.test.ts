import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { aimed, aimOf } from '../../src/commands/aim.ts'
import type { GlobalFlags } from '../../src/commands/global-flags.ts'

const test = suite('aim of printed commands')

const flags = (given: Partial<GlobalFlags>): GlobalFlags =>
  ({ 'as-group': [], 'as-user-extra': [], ...given }) as GlobalFlags

test('without flags a command stays as it is', () => {
  assert.is(aimed('kubectl delete pod x -n y', aimOf(flags({}))), 'kubectl delete pod x -n y')
})

test('the cluster and the user are repeated, quoted; credentials never are', () => {
  const aim = aimOf(
    flags({ context: "it's prod", as: 'eve', 'as-group': ['a', 'b'], token: 'secret', password: 'secret' }),
  )
  assert.is(
    aimed('kubectl delete pod x -n y', aim),
    `kubectl delete pod x -n y --context 'it'\\''s prod' --as eve --as-group a --as-group b`,
  )
})

test('behind the program, where something else follows', () => {
  const aim = aimOf(flags({ context: 'prod' }))
  assert.is(aimed('kubectl get pods -o json | jq .', aim), 'kubectl --context prod get pods -o json | jq .')
  assert.is(aimed('kubectl exec x -- ls', aim), 'kubectl --context prod exec x -- ls')
  // kubectl takes no flags before the name of a plugin.
  assert.is(aimed('kubectl finalize explain | head', aim), 'kubectl finalize --context prod explain | head')
})

test('the practice cluster is repeated where it is known: by this plugin alone', () => {
  const aim = aimOf(flags({ sandbox: 'empty' }))
  assert.is(aimed('kubectl finalize explain', aim), 'kubectl finalize explain --sandbox=empty')
  assert.is(aimed('kubectl get pods', aim), 'kubectl get pods')
  assert.is(aimed('helm list', aimOf(flags({ context: 'prod' }))), 'helm list')
})

test.run()
