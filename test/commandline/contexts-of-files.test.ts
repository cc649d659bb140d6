import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiFailure } from '../../src/api/failure.ts'
import type { CommandContext, NamedContext, NamedKubeconfig } from '../../src/commandline/command.ts'
import { contextsOfFiles } from '../../src/commandline/contexts-of-files.ts'
import { UsageError } from '../../src/exit-code.ts'

const test = suite('contexts of several kubeconfigs')

/** What is entered says by its place which file and context it is of. */
const entered = (place: string) => (): CommandContext => ({ place: () => place }) as CommandContext

function file(path: string, names: readonly string[], current?: string): NamedKubeconfig {
  const contexts = names.map(name => ({ name, enter: entered(`${path} ${name}`) }))
  return { path, current, contexts, failure: undefined, enter: entered(path) }
}

const broken = (path: string): NamedKubeconfig => ({
  ...file(path, []),
  failure: new ApiFailure({ kind: 'configuration', message: `${path} is broken` }),
})

const places = (all: readonly NamedContext[]) => all.map(({ name, enter }) => [name, enter().place()])
const failureOf = ({ enter }: NamedContext): Promise<string> =>
  enter()
    .connect()
    .then(
      () => 'connected',
      (error: Error) => error.message,
    )

test('without a choice it is the current context of each, or its only one', () => {
  const files = [file('a', ['one', 'two'], 'two'), file('b', ['three'])]
  assert.equal(places(contextsOfFiles(files, undefined)), [
    ['two', 'a two'],
    ['three', 'b three'],
  ])
})

test('contexts of the same name in two files have the name of their file before them', () => {
  const files = [file('x/a.yaml', ['prod'], 'prod'), file('x/b.yaml', ['prod'], 'prod'), file('c', ['test'], 'test')]
  assert.equal(places(contextsOfFiles(files, undefined)), [
    ['a.yaml:prod', 'x/a.yaml prod'],
    ['b.yaml:prod', 'x/b.yaml prod'],
    ['test', 'c test'],
  ])
})

test('a choice is made among the contexts of all files, by their own names', () => {
  const files = [file('a', ['prod', 'test'], 'test'), file('b', ['prod'], 'prod')]
  const chosen = contextsOfFiles(files, all => all.filter(({ name }) => name === 'prod'))
  assert.equal(places(chosen), [
    ['a:prod', 'a prod'],
    ['b:prod', 'b prod'],
  ])
  assert.throws(
    () => contextsOfFiles(files, () => []),
    (error: unknown) => error instanceof UsageError,
  )
})

test('a file that cannot be read, or has no current context, is one that rejects, and ends no other', async () => {
  const chosen = contextsOfFiles([broken('bad'), file('a', ['one'], 'one'), file('c', ['two', 'three'])], undefined)
  assert.equal(
    chosen.map(({ name }) => name),
    ['one', 'c', 'bad'],
  )
  assert.match(await failureOf(chosen[1]!), /^c has no current context/)
  assert.is(await failureOf(chosen[2]!), 'bad is broken')
})

test('where no file can be read that is the error', () => {
  assert.throws(() => contextsOfFiles([broken('bad'), broken('worse')], undefined), /^bad is broken/)
})

test.run()
