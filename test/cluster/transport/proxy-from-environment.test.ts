import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { proxyFromEnvironment } from '../../../src/cluster/transport/proxy-from-environment.ts'

const test = suite('proxies of the environment')

const proxyFor = (server: string, env: NodeJS.ProcessEnv) => proxyFromEnvironment(new URL(server), env)

test('the scheme of the server chooses the variable, upper case before lower case', () => {
  const env = { HTTPS_PROXY: 'http://s:1', https_proxy: 'http://other:1', http_proxy: 'http://p:1' }
  assert.is(proxyFor('https://a', env), 'http://s:1')
  assert.is(proxyFor('http://a', env), 'http://p:1')
  assert.is(proxyFor('https://a', {}), undefined)
})

test('a proxy without a scheme is an http one', () => {
  assert.is(proxyFor('https://a', { HTTPS_PROXY: 'proxy:3128' }), 'http://proxy:3128')
})

for (const server of ['https://localhost:1', 'https://127.0.0.1', 'https://127.8.8.8', 'https://[::1]:6443']) {
  test(`${server} is never reached through a proxy`, () => {
    assert.is(proxyFor(server, { HTTPS_PROXY: 'http://p:1' }), undefined)
  })
}

for (const [entry, server, direct] of [
  ['*', 'https://a', true],
  ['a.example', 'https://a.example', true],
  ['A.Example', 'https://a.example', true],
  ['example', 'https://a.example', true],
  ['ample', 'https://a.example', false],
  ['.example', 'https://a.example', true],
  ['.a.example', 'https://a.example', false],
  ['*.example', 'https://a.example', true],
  ['a.example:6443', 'https://a.example:6443', true],
  ['a.example:6443', 'https://a.example', false],
  ['a.example:443', 'https://a.example', true],
  ['10.0.0.1', 'https://10.0.0.1:6443', true],
  ['10.0.0.1:6443', 'https://10.0.0.1:443', false],
  ['10.0.0.0/8', 'https://10.1.2.3', true],
  ['10.0.0.0/8', 'https://11.1.2.3', false],
  ['fd00::/8', 'https://[fd00::1]', true],
  ['[fd00::1]:6443', 'https://[fd00::1]:6443', true],
  ['fd00::1', 'https://[fd00::1]:6443', true],
  [' , b , a ', 'https://a', true],
  ['10.0.0.0/99', 'https://10.0.0.1', false],
] as const) {
  test(`NO_PROXY=${entry}: ${server} ${direct ? 'directly' : 'through the proxy'}`, () => {
    const proxy = proxyFor(server, { HTTPS_PROXY: 'http://p:1', no_proxy: entry })
    assert.is(proxy, direct ? undefined : 'http://p:1')
  })
}

test.run()
