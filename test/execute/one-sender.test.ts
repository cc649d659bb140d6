import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const test = suite('whatever changes a cluster')

const src = resolve(import.meta.dirname, '../../src')

/** What the program is, without the server of the practice cluster. */
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.ts') && !path.startsWith('sandbox/'))
  .map(path => ({ path, text: readFileSync(join(src, path), 'utf8') }))

const SENDER = 'execute/requests.ts'

/** Requests that change nothing, each with what makes it so; and those to whom no cluster answers. */
const HARMLESS: Readonly<Record<string, readonly RegExp[]>> = {
  'cluster/dry-run-removal.ts': [/method: 'PATCH',\n.*\n\s*query: \{ dryRun: 'All'/],
  'cluster/facts/read-dry-runs.ts': [
    /method: 'PATCH',\n.*\n\s*query: OF_DRY_RUN,/,
    /dryRun: \['All'\][\s\S]*method: 'DELETE',[\s\S]*body: JSON\.stringify\(options\)/,
    /method: 'PUT',\n.*\n\s*query: OF_DRY_RUN,/,
  ],
  'cluster/facts/read-access.ts': [/method: 'POST',[\s\S]*kind: 'SubjectAccessReview'/],
  'cluster/auth/oidc.ts': [
    /ask\(endpoint, \{ method: 'POST', headers: byHeader/,
    /ask\(endpoint, \{ method: 'POST', headers, body: inBody/,
  ],
}
const CHANGING = /method: '(PATCH|PUT|POST|DELETE)'/g

test('is sent by the requests of one file; others that are no GET change nothing', () => {
  const senders = files.filter(({ text }) => text.match(CHANGING) !== null).map(({ path }) => path)
  assert.equal(senders.toSorted(), [SENDER, ...Object.keys(HARMLESS)].toSorted())
  for (const [path, marks] of Object.entries(HARMLESS)) {
    const { text } = files.find(each => each.path === path)!
    assert.is(text.match(CHANGING)!.length, marks.length, path)
    for (const mark of marks) assert.match(text, mark, path)
  }
})

test('is sent by an attempt, which has it in the journal before; else it is a dry run', () => {
  const users = files.filter(({ text }) => /import \{[^}]*\} from '[^']*\/requests\.ts'/.test(text))
  assert.ok(users.length >= 5)
  for (const { path, text } of users) {
    const calls =
      text.match(/\b(patchFinalizers|putFinalize|createObject|deleteObject)\([^;]*?(dryRun: true|tools)/g) ?? []
    const isProbe = calls.length > 0 && calls.every(call => call.endsWith('dryRun: true'))
    assert.ok(isProbe || /import \{[^}]*\battempt\b/.test(text), path)
  }
})

test('is one request in each place, without a second way around the journal', () => {
  const attempts = files.filter(({ text }) => /\bjournal\.sent\(/.test(text)).map(({ path }) => path)
  assert.equal(attempts, ['execute/attempt.ts'])
})

test('is shown, agreed to and backed up in one place: whoever changes something makes a plan for it', () => {
  const users = (call: RegExp) =>
    files
      .filter(({ text }) => call.test(text.replaceAll(/(?:export )?(?:async )?function \w+\(/g, '')))
      .map(({ path }) => path)
  for (const call of [/\baskConsent\(/, /\btoolsFor\(/, /'PlanFor'/])
    assert.equal(users(call), ['operations/write/perform.ts'], String(call))
  for (const name of ['scaleDown', 'rebind', 'createAgain', 'restoreStatus', 'restorePolicy', 'scaleUp']) {
    const others = users(new RegExp(`\\b${name}\\(`)).filter(path => !path.startsWith('execute/rescue/'))
    assert.ok(
      others.every(path => path === 'execute/carry-out.ts'),
      `${name}: ${others}`,
    )
  }
})

/** What a rescue does are steps of its own. */
const RESCUE = 'execute/rescue/'

test('is done by one function: every attempt is the doing of a task', () => {
  const doing = files.filter(({ path, text }) => /\bawait attempt\(/.test(text) && !path.startsWith(RESCUE))
  const does = doing.map(({ text }) => text.match(/^export async function (\w+)\(/m)![1]!)
  assert.equal(does.toSorted(), ['deleteShown', 'finalizeNamespace', 'recordOwn', 'removeFinalizers', 'restoreObject'])
  for (const name of does) {
    const users = files.filter(({ text }) => new RegExp(`(?<!function )\\b${name}\\(`).test(text))
    assert.equal(
      users.map(({ path }) => path),
      ['execute/carry-out.ts'],
      name,
    )
  }
})

test.run()
