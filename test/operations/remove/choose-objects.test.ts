import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Cause } from '../../../src/diagnosis/explanation.ts'
import type { DiagnosedObject } from '../../../src/operations/inspect/stuck-objects.ts'
import type { Ports } from '../../../src/operations/ports.ts'
import { chooseObjects } from '../../../src/operations/remove/choose-objects.ts'
import { inWords } from '../../../src/render/words/in-words.ts'

const test = suite('choosing among what is stuck')

test('objects of causes that say the same stand under one heading, the most blocking first', async () => {
  const causes = ['x', 'y', 'z'].map(id => {
    const summary = id === 'y' ? 'Another.' : 'Nobody knows.'
    return { id, code: 'ControllerUnknown', summary } as unknown as Cause
  })
  const objects = causes.toReversed().map(cause => {
    const ref = { apiVersion: 'v1', kind: 'ConfigMap', resource: 'configmaps', name: cause.id, uid: cause.id }
    return {
      held: { ref },
      explained: { finalizers: [{ name: 'f' }] },
      causes: [{ cause }],
    } as unknown as DiagnosedObject
  })
  const shown: string[] = []
  const prompt = {
    choose: async (_: string, groups: readonly { title: string; choices: readonly { name: string }[] }[]) => {
      for (const { title, choices } of groups) shown.push(title, ...choices.map(({ name }) => name))
      return undefined
    },
  }
  const ports = { terminal: { prompt }, words: async () => inWords, signal: new AbortController().signal }
  await chooseObjects(objects, causes, ports as unknown as Ports)
  assert.equal(shown, [
    'ControllerUnknown: Nobody knows.',
    'configmap/x  f',
    'configmap/z  f',
    'ControllerUnknown: Another.',
    'configmap/y  f',
  ])
})

test.run()
