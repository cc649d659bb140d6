import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { ResourceType } from '../../../src/api/resource-type.ts'
import type { Choice } from '../../../src/commandline/complete/choice.ts'
import { nextMember } from '../../../src/commandline/complete/choice.ts'
import { overridable } from '../../../src/commandline/complete/names.ts'
import { typeChoices } from '../../../src/commandline/complete/objects.ts'
import { flagChoices } from '../../../src/complete.ts'

const texts = (choices: readonly Choice[]) => choices.map(({ text }) => text)

function type(plural: string, group: string, shortNames: readonly string[] = [], version = 'v1'): ResourceType {
  const singular = plural.slice(0, -1)
  return {
    group,
    version,
    plural,
    kind: singular,
    singular,
    shortNames,
    categories: [],
    namespaced: true,
    verbs: ['list'],
  }
}

const discovery = {
  types: [
    type('events', '', ['ev']),
    type('persistentvolumeclaims', '', ['pvc']),
    type('widgets', 'a.example'),
    type('widgets', 'a.example', [], 'v1beta1'),
    type('events', 'events.k8s.io', ['ev']),
    { ...type('reviews', 'a.example'), verbs: ['create'] },
  ],
  unreadable: [],
}

const types = suite('types')

types('are their plurals, with the group where the plural means another', () => {
  assert.equal(texts(typeChoices(discovery, '')), [
    'events',
    'persistentvolumeclaims',
    'widgets',
    'events.events.k8s.io',
  ])
})

types('are short names and singulars where no plural begins so', () => {
  assert.ok(texts(typeChoices(discovery, 'pv')).includes('pvc'))
  assert.not(texts(typeChoices(discovery, 'e')).includes('ev'))
})

types.run()

const lists = suite('comma-separated lists')

lists('keep what is given, and do not offer it again', () => {
  const members = (partial: string) => [{ text: 'a' }, { text: 'b' }, { text: `${partial}!` }]
  assert.equal(texts(nextMember('', members)), ['a', 'b', '!'])
  assert.equal(texts(nextMember('a,x', members)), ['a,b', 'a,x!'])
})

lists('hold only guards that can be passed', () => {
  for (const never of ['NotTerminating', 'WouldBeRejected', 'WouldBeUndone', 'Changed'])
    assert.not(texts(overridable).includes(never))
  assert.ok(texts(overridable).includes('RepairFirst'))
})

lists.run()

const flags = suite('flags')

flags('come by their letters too, until two dashes are written', () => {
  const specs = {
    namespace: { type: 'string', alias: 'n', describe: 'where' },
    v: { type: 'string', describe: 'log' },
  } as const
  assert.equal(texts(flagChoices(specs, '-')), ['--namespace', '-n', '-v'])
  assert.equal(texts(flagChoices(specs, '--')), ['--namespace', '-v'])
})

flags.run()
