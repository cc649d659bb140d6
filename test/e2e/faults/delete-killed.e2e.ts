import { suite } from 'uvu'
import { actingOperator } from '../delete/acting-operator.ts'
import { journalsIn } from '../delete/deleted.ts'
import { ownManager } from '../explain/operator.ts'
import type { Thing } from '../rig/api.ts'
import { api, crd, namespace } from '../rig/rig.ts'
import { endedBy } from './delete-again.ts'
import { type Killed, killedAtEach, logProblems } from './delete-killed.ts'
import { areGone, type DeleteScene, twoWaves } from './delete-scenes.ts'

const test = suite('delete, killed at each of its writes and run again')

/**
 * What the next run does not finish, and what `log` does not tell of both. A Namespace goes in its own time: a next run that comes
 * after that finds nothing, and has no journal.
 */
async function finishes({ scene, backups }: Killed<DeleteScene>): Promise<readonly string[]> {
  const problems = await endedBy(scene, backups)
  return [...problems, ...(await logProblems(backups, ['died', 'ended 0'].slice(0, journalsIn(backups).length)))]
}

/** A namespace in which an operator has objects: a plain DELETE of it would get stuck. */
async function operatorAndObjects(): Promise<DeleteScene> {
  const [type, place, elsewhere] = [await crd(), await namespace(), await namespace()]
  const operator = await actingOperator(type, place)
  const create = (name: string, where: string): Promise<Thing> => {
    const path = `/apis/${type.apiVersion}/namespaces/${where}/${type.plural}?fieldManager=${ownManager(type)}`
    return api.send('POST', path, type.draft(name, where, { metadata: { finalizers: [operator.finalizer] } }))
  }
  const objects = [await create('one', place), await create('two', place)]
  const home = (await api.get({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: place } }))!
  return {
    place,
    words: ['delete', `ns/${place}`, '--yes', '--timeout', '60s'],
    things: [...objects, home],
    others: [await create('three', elsewhere)],
    syncers: [],
    reached: () => areGone([...objects, home]),
    clear: async () => operator[Symbol.asyncDispose](),
  }
}

test('two waves of plain objects: the next run deletes the rest, and nothing else', () =>
  killedAtEach(() => twoWaves(), finishes))

test('a namespace with an operator and its objects: the next run deletes the rest, and nothing else', () =>
  killedAtEach(operatorAndObjects, finishes, 2))

test.run()
