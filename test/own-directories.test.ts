import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { configDirectory, stateDirectory } from '../src/own-directories.ts'

const test = suite('the state and the config directory')

test('is below XDG_STATE_HOME, and without that below the home', () => {
  const home = '/home/me'
  assert.is(stateDirectory('linux', { XDG_STATE_HOME: '/state' }, home), join('/state', 'kubectl-finalize'))
  assert.is(stateDirectory('linux', {}, home), join(home, '.local/state/kubectl-finalize'))
  assert.is(stateDirectory('linux', { XDG_STATE_HOME: '' }, home), join(home, '.local/state/kubectl-finalize'))
  assert.is(stateDirectory('darwin', {}, home), join(home, '.local/state/kubectl-finalize'))
})

test('is in no place that depends on the working directory: a relative XDG_STATE_HOME counts for nothing', () => {
  assert.is(stateDirectory('linux', { XDG_STATE_HOME: 'state' }, '/home/me'), '/home/me/.local/state/kubectl-finalize')
})

test('is in the local application data on Windows', () => {
  const env = { LOCALAPPDATA: 'C:\\Users\\me\\AppData\\Local', XDG_STATE_HOME: '/state' }
  assert.is(stateDirectory('win32', env, 'C:\\Users\\me'), join(env.LOCALAPPDATA, 'kubectl-finalize'))
  assert.is(stateDirectory('linux', env, '/home/me'), join('/state', 'kubectl-finalize'))
})

test('is nowhere for a process without a home', () => {
  assert.is(stateDirectory('linux', {}, ''), undefined)
  assert.is(stateDirectory('win32', {}, ''), undefined)
})

test('the config directory is below XDG_CONFIG_HOME, and without that below the home, or in the application data on Windows', () => {
  assert.is(configDirectory('linux', { XDG_CONFIG_HOME: '/config' }, '/home/me'), join('/config', 'kubectl-finalize'))
  assert.is(configDirectory('linux', {}, '/home/me'), '/home/me/.config/kubectl-finalize')
  assert.is(configDirectory('darwin', { XDG_CONFIG_HOME: 'config' }, '/home/me'), '/home/me/.config/kubectl-finalize')
  const env = { APPDATA: 'C:\\Users\\me\\AppData\\Roaming' }
  assert.is(configDirectory('win32', env, 'C:\\Users\\me'), join(env.APPDATA, 'kubectl-finalize'))
  assert.is(configDirectory('linux', {}, ''), undefined)
})

test.run()
