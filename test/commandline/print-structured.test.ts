import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parseAllDocuments } from 'yaml'
import { printDocument } from '../../src/commandline/print-structured.ts'

const test = suite('values that follow each other')

async function printed(format: 'json' | 'yaml', ...values: object[]): Promise<string> {
  let text = ''
  const output = {
    write: (more: string) => {
      text += more
    },
    columns: undefined,
    closed: new AbortController().signal,
  }
  for (const value of values) await printDocument(output, format, value)
  return text
}

test('YAML is a stream of documents', async () => {
  const events = [{ type: 'ADDED' }, { type: 'DELETED' }]
  const documents = parseAllDocuments(await printed('yaml', ...events))
  assert.equal(
    [...documents].map(document => 'toJS' in document && document.toJS()),
    events,
  )
})

test('JSON needs nothing between', async () => {
  assert.is(await printed('json', {}, {}), '{}\n{}\n')
})

test.run()
