import { sep } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { reportFolder } from '../../../src/commands/watch/write-reports.ts'

const test = suite('where reports of a cluster are')

const inside = (context: string): string => {
  const [directory, ...rest] = reportFolder('reports', context).split(sep)
  assert.equal([directory, rest.length], ['reports', 1], context)
  return rest[0]!
}

test('is the directory itself where there is one cluster', () => {
  assert.is(reportFolder('reports', undefined), 'reports')
})

test('is a folder by the name of the context where there are several', () => {
  assert.is(inside('prod-eu.1'), 'prod-eu.1')
})

test('is inside of the directory, whatever the name', () => {
  assert.match(inside('arn:aws:eks:eu:1:cluster/prod'), /^arn-aws-eks-eu-1-cluster-prod-[0-9a-f]{8}$/)
  for (const name of ['..', '.', '', '../../etc', '/etc', 'a\0b', 'x'.repeat(300)]) {
    assert.ok(inside(name).length < 100, name)
    assert.not.ok(inside(name).startsWith('.'), name)
  }
})

test('is another one for each name, also where a file system knows no case', () => {
  const names = ['prod', 'Prod', 'a:b', 'a/b', 'a_b', '..', '.']
  assert.is(new Set(names.map(name => inside(name).toLowerCase())).size, names.length)
})

test.run()
