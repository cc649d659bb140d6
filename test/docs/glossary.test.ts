import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Verdict } from '../../src/diagnosis/explanation.ts'

const test = suite('docs/glossary.md')

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(resolve(root, 'docs/glossary.md'), 'utf8')

/** The compiler holds this to the type. */
const verdicts = Object.keys({ stuck: 1, progressing: 1, waiting: 1, unknown: 1 } satisfies Record<Verdict, 1>)

/** The rows of the table under a title: what stands in the first cell, and the rest. */
function rows(title: string): readonly (readonly [word: string, meaning: string])[] {
  const section = page.split(/^## /m).find(text => text.startsWith(title)) ?? ''
  return [...section.matchAll(/^\| (.+?) \| (.+) \|$/gm)].slice(1).map(([, word, meaning]) => [word!, meaning!])
}

const plain = (word: string) => word.replace(/^\[(.+)\]\(.+\)$/, '$1')
const ofKubernetes = rows('Words of Kubernetes')
const ofThisProgram = rows('Words of this program')

test('has each word once, in the order of the alphabet', () => {
  for (const section of [ofKubernetes, ofThisProgram]) {
    const words = section.map(([word]) => plain(word).toLowerCase())
    assert.ok(words.length > 15)
    assert.equal(words, [...new Set(words)].sort())
  }
  const own = new Set(ofThisProgram.map(([word]) => word))
  assert.equal(
    ofKubernetes.filter(([word]) => own.has(plain(word))),
    [],
  )
})

test('has a page of the Kubernetes documentation for each of its words', () => {
  for (const [word] of ofKubernetes) assert.match(word, /^\[.+\]\(https:\/\/kubernetes\.io\/docs\//)
})

test('has the words for what this program adds', () => {
  const own = new Map(ofThisProgram)
  for (const word of ['root cause', 'subject', 'blocked set', 'evidence', 'remedy', 'guard', 'override', 'backup'])
    assert.ok(own.has(word), word)
  for (const word of ['journal', 'wave', 'plan', 'verdict']) assert.ok(own.has(word), word)
  for (const verdict of verdicts) assert.ok(own.get('verdict')?.includes(`\`${verdict}\``), verdict)
})

/** Words of other documents, without code, which shows what the program prints, and without quoted sentences. */
const prose = (path: string) =>
  readFileSync(resolve(root, path), 'utf8')
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/`[^`]*`|"[^"\n]*"/g, '')

const avoided =
  /\banew\b|\bnobody\b.*\b(?:there|left)\b|in the ordinary way|\b(?:take|takes|taken|taking) (?:it |them )?off\b|as far as you may|costs? the server|\blets? (?:it|them|the object) go\b|while it was (?:looked at|read)|\bas a rule\b/i

test('has words to avoid that no other document has', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'].concat(
    readdirSync(resolve(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter(path => path.endsWith('.md') && path !== 'glossary.md')
      .map(path => `docs/${path}`),
  )
  assert.equal(
    documents.flatMap(path => avoided.exec(prose(path))?.map(words => `${path}: ${words}`) ?? []),
    [],
  )
})

test('has words to avoid that no message has', () => {
  const sources = readdirSync(resolve(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(path =>
    path.endsWith('.ts'),
  )
  const told = sources.flatMap(path =>
    readFileSync(resolve(root, 'src', path), 'utf8')
      .split('\n')
      .filter(line => !/^\s*(?:\*|\/[/*])/.test(line) && avoided.test(line.replace(/ \/\/ .*/, '')))
      .map(line => `${path}: ${line.trim()}`),
  )
  assert.equal(told, [])
})

test.run()
