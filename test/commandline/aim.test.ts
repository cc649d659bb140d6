import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { aimOf } from '../../src/commandline/aim.ts'
import type { GlobalFlags } from '../../src/commandline/global-flags.ts'
import { aimed } from '../../src/plan/aim.ts'
import { withheldNote } from '../../src/render/withheld-note.ts'

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

test('the way to the server and the user are repeated with all that makes them', () => {
  const aim = aimOf(
    flags({
      server: 'https://10.0.0.1:6443',
      'certificate-authority': '/etc/ca.crt',
      'client-certificate': 'me.crt',
      'client-key': 'me.key',
      'tls-server-name': 'kubernetes',
      'insecure-skip-tls-verify': false,
      as: 'eve',
      'as-uid': 'u1',
      'as-user-extra': ['scopes=a b'],
    }),
  )
  assert.is(
    aimed('kubectl get pods', aim),
    'kubectl get pods --server https://10.0.0.1:6443 --certificate-authority /etc/ca.crt --client-certificate me.crt ' +
      "--client-key me.key --tls-server-name kubernetes --insecure-skip-tls-verify=false --as eve --as-uid u1 --as-user-extra 'scopes=a b'",
  )
  assert.is(aimed('x', aimOf(flags({ 'insecure-skip-tls-verify': true }))), 'x')
  assert.match(
    aimed('kubectl get x', aimOf(flags({ 'insecure-skip-tls-verify': true }))),
    / --insecure-skip-tls-verify$/,
  )
})

test('secrets are left out, and what is to be added is said; they do not stand in an address either', () => {
  const aim = aimOf(
    flags({ server: 'https://me:secret@10.0.0.1', token: 'secret', username: 'me', password: 'secret' }),
  )
  assert.is(aimed('kubectl get x', aim), 'kubectl get x --server https://10.0.0.1')
  assert.match(withheldNote(aim)!, 'add --token and --username and --password and the user and password of --server')
  assert.is(withheldNote(aimOf(flags({ context: 'a' }))), undefined)
})

test('a command that asks as somebody stays so', () => {
  const can = 'kubectl auth can-i patch x --as system:serviceaccount:a:b'
  const aim = aimOf(flags({ context: 'prod', as: 'eve', 'as-group': ['g'] }))
  assert.is(aimed(can, aim), `${can} --context prod`)
  assert.match(aimed("kubectl delete role 'x --as y'", aim), '--as eve')
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
