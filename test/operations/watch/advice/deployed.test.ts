import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parseAllDocuments } from 'yaml'
import { BINDING, definitionIn, policyIn } from '../../../../src/operations/watch/advice/advice-objects.ts'
import { inWords } from '../../../../src/render/words/in-words.ts'

const test = suite('the component advice of deploy/')

test('has just the objects that a watch makes, without the mark by which a watch removes them', () => {
  const path = resolve(import.meta.dirname, '../../../../deploy/kustomize/components/advice/advice.yaml')
  const documents = parseAllDocuments(readFileSync(path, 'utf8'))
  assert.ok(Array.isArray(documents))
  const made = [definitionIn({ inWords }), policyIn({ inWords }), BINDING].map(({ object: { metadata, ...rest } }) => {
    const { labels: _, ...others } = metadata
    return { ...rest, metadata: others }
  })
  assert.equal(
    documents.map(each => each.toJS()),
    made,
  )
})

test.run()
