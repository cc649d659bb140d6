import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { formatAnswer } from '../../../src/commandline/complete/answer.ts'

const test = suite('an answer of completion')

test('has a line a choice and ends in what the shell is to do', () => {
  const choices = [{ text: 'pods', about: 'Pod (po)' }, { text: 'podtemplates' }, { text: 'nodes' }, { text: 'pods' }]
  assert.is(formatAnswer({ choices }, 'po'), 'pods\tPod (po)\npodtemplates\n:4\n')
  assert.is(formatAnswer({ choices, goesOn: true }, 'no'), 'nodes\n:6\n')
  assert.is(formatAnswer({ choices: [], files: true }, ''), ':0\n')
  assert.is(formatAnswer({ choices: [{ text: 'json' }] }, 'j', '-o'), '-ojson\n:4\n')
})

test('offers nothing that is not one word, and no lines that a cluster made up', () => {
  const texts = ['two words', 'line\nbreak', '\u001b[31mred', 'a\tb', '', ':0\n:1', 'zero\u200bwidth', 'right']
  assert.is(formatAnswer({ choices: texts.map(text => ({ text })) }, ''), 'right\n:4\n')
  assert.is(formatAnswer({ choices: [{ text: 'a', about: 'x\n:1\u001b[2J' }] }, ''), 'a\tx :1<U+001B>[2J\n:4\n')
})

test.run()
