import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { stuckObject } from '../explain/operator.ts'
import { stuckConfigMap } from '../remove/removed.ts'
import { api, crd, namespace, run } from '../rig/rig.ts'
import { CTRL_C, DOWN, ENTER, ESCAPE, openTerminal, type Terminal, UP } from '../rig/terminal.ts'

const test = suite('explain -i')

/** Nothing of it is left behind: the settings of the terminal are those of before, and the cursor is seen. */
function assertTidy({ text, raw }: Terminal): void {
  assert.match(text, 'settings: kept')
  assert.ok(raw.lastIndexOf('\u001b[?25h') > raw.lastIndexOf('\u001b[?25l'), 'the cursor is shown')
  assert.not.match(raw, '\u001b[?1049h')
}

test('from a cause to an object, whose finalizer is removed by the flow of remove; then it looks again', async () => {
  const place = await namespace()
  const buckets = await crd({ kind: 'Bucket' })
  const one = await stuckObject(buckets, place, 'one')
  await using terminal = openTerminal(['explain', '-i', '-n', place], { comparesSettings: true })
  await terminal.sees('1 cause holds 1 object')
  await terminal.sees('Which cause?')
  await terminal.sees('1 STUCK ControllerMissing, 1 object')
  terminal.type(ENTER)
  await terminal.sees('ControllerMissing, holds 1 object')
  await terminal.sees('What now?')
  terminal.type(ENTER)
  await terminal.sees('Which object?')
  await terminal.sees(`bucket/one in namespace ${place}`)
  terminal.type(ENTER)
  await terminal.sees(`finalizers: ${buckets.group}/cleanup`)
  await terminal.sees('Remove its finalizers')
  assert.equal(await api.get(one), one)
  // The cause, the command to copy, and then this.
  terminal.type(`${DOWN}${DOWN}`)
  await terminal.sees('❯ Remove its finalizers')
  terminal.type(ENTER)
  await terminal.sees('Type "one" to confirm:')
  assert.equal(await api.get(one), one)
  terminal.type(`one${ENTER}`)
  await terminal.sees('No terminating resources found')
  assert.match(terminal.said, 'the object is gone')
  assert.is(await api.get(one), undefined)
  terminal.type(ESCAPE)
  assert.is(await terminal.ended(), 0)
  assertTidy(terminal)
})

test('a command is handed to the terminal, and stands there whole', async () => {
  const place = await namespace()
  await stuckConfigMap(place, 'held')
  await using terminal = openTerminal(['explain', '-i', '-n', place], { comparesSettings: true })
  await terminal.sees('1 UNKNOWN ControllerUnknown')
  terminal.type(ENTER)
  await terminal.sees('❯ What it holds (1)')
  terminal.type(DOWN)
  await terminal.sees('❯ kubectl get')
  terminal.type(ENTER)
  await terminal.sees('Copied, if this terminal lets programs copy.')
  const copied = /\u001b\]52;c;([\w+/=]+)\u0007/.exec(terminal.raw)?.[1]
  const command = Buffer.from(copied ?? '', 'base64').toString()
  assert.match(command, /^kubectl get configmaps held -n /)
  assert.ok(terminal.text.includes(`\n  ${command}\n`))
  await terminal.sees('What now?')
  terminal.type(ESCAPE)
  await terminal.sees('Which cause?')
  terminal.type(ESCAPE)
  assert.is(await terminal.ended(), 0)
  assertTidy(terminal)
})

test('Ctrl-C ends it with 130 wherever somebody is, changes nothing, and leaves the terminal as it was', async () => {
  const place = await namespace()
  const held = await stuckConfigMap(place, 'held')
  for (const depth of [0, 1, 2]) {
    await using terminal = openTerminal(['explain', '-i', '-n', place], { comparesSettings: true })
    await terminal.sees('Which cause?')
    await terminal.sees('1 UNKNOWN')
    if (depth > 0) terminal.type(ENTER)
    if (depth > 0) await terminal.sees('❯ What it holds (1)')
    if (depth > 1) terminal.type(ENTER)
    if (depth > 1) await terminal.sees('Which object?')
    terminal.type(CTRL_C)
    assert.is(await terminal.ended(), 130, `depth ${depth}`)
    assertTidy(terminal)
  }
  {
    await using terminal = openTerminal(['explain', '-i', '-n', place, 'cm/held'], { comparesSettings: true })
    await terminal.sees('Which cause?')
    terminal.type(`${UP}`)
    terminal.type(CTRL_C)
    assert.is(await terminal.ended(), 130)
    assertTidy(terminal)
  }
  assert.equal(await api.get(held), held)
})

test('what changed meanwhile is seen by looking again', async () => {
  const place = await namespace()
  const held = await stuckConfigMap(place, 'held')
  await using terminal = openTerminal(['explain', '-i', '-n', place])
  await terminal.sees('1 UNKNOWN ControllerUnknown')
  await api.patch(held, { metadata: { finalizers: null } })
  terminal.type(`${DOWN}${DOWN}`)
  await terminal.sees('❯ Scan again')
  terminal.type(ENTER)
  await terminal.sees('No terminating resources found')
  terminal.type(ESCAPE)
  assert.is(await terminal.ended(), 0)
})

test('without a terminal, or with another output: a usage error', async () => {
  const { code, stderr } = await run(['explain', '-i'])
  assert.is(code, 2)
  assert.match(stderr, '--interactive requires a terminal')
  const both = await run(['explain', '-i', '-o', 'json'])
  assert.is(both.code, 2)
  assert.match(both.stderr, '--interactive and --output may not be used together')
})

test.run()
