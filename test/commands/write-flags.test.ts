import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Flags } from '../../src/commandline/flag-spec.ts'
import { readWriteOptions, type writeFlags } from '../../src/commandline/write-flags.ts'
import { UsageError } from '../../src/exit-code.ts'
import { FINAL, OVERRIDABLE } from '../../src/plan/guard.ts'
import { headless } from '../headless.ts'

const test = suite('flags of what writes')

const NONE: Flags<typeof writeFlags> = {
  yes: undefined,
  override: [],
  'dry-run': undefined,
  wait: undefined,
  timeout: undefined,
  'backup-dir': undefined,
  output: undefined,
}

const read = (flags: Partial<Flags<typeof writeFlags>> = {}, stateDirectory: string | undefined = '/state') =>
  readWriteOptions({ ...NONE, ...flags }, { stateDirectory })

/** Throws what the flags do when they are no UsageError. */
function isWrongUsage(flags: Partial<Flags<typeof writeFlags>>): boolean {
  try {
    read(flags)
    return false
  } catch (error) {
    if (error instanceof UsageError) return true
    throw error
  }
}

test('are careful when nothing is said: asks, passes no guard, changes for real, waits a minute', () => {
  const { overrides, ...rest } = read()
  assert.equal([...overrides], [])
  assert.equal(rest, {
    yes: false,
    dryRun: 'none',
    waitSeconds: 60,
    backupDirectory: '/state/backups',
    format: undefined,
  })
})

test('--override takes names one by one or in a list', () => {
  assert.equal(
    [...read({ override: ['RepairFirst, IncompleteRead', 'RepairFirst'] }).overrides],
    ['RepairFirst', 'IncompleteRead'],
  )
  for (const name of OVERRIDABLE) assert.equal([...read({ override: [name] }).overrides], [name])
})

test('--override of a guard that nothing passes, or that is none, is wrong usage', () => {
  for (const name of [...FINAL, 'NoSuch', 'repairfirst', '', 'RepairFirst,', 'all']) {
    assert.ok(isWrongUsage({ override: [name] }), name)
  }
})

test('--dry-run is what kubectl knows, and wrong usage else', () => {
  const cases = { none: 'none', client: 'client', server: 'server', '': 'client' }
  for (const [given, dryRun] of Object.entries(cases)) assert.is(read({ 'dry-run': given }).dryRun, dryRun)
  for (const given of ['true', 'All', 'Server']) assert.ok(isWrongUsage({ 'dry-run': given }), given)
})

test('--timeout is a duration; --wait=false waits for nothing', () => {
  assert.is(read({ timeout: '90s' }).waitSeconds, 90)
  assert.is(read({ timeout: '5m' }).waitSeconds, 300)
  assert.is(read({ timeout: '5m', wait: false }).waitSeconds, 0)
  assert.is(read({ wait: true }).waitSeconds, 60)
  for (const given of ['soon', '', '-1s']) assert.ok(isWrongUsage({ timeout: given }), given)
})

test('--backup-dir wins over the state directory; without either it is for the change to refuse', () => {
  assert.is(read({ 'backup-dir': 'here' }).backupDirectory, 'here')
  assert.is(readWriteOptions(NONE, { stateDirectory: undefined }).backupDirectory, undefined)
  assert.ok(isWrongUsage({ 'backup-dir': '' }))
})

test('-o is json or yaml', () => {
  assert.is(read({ output: 'json' }).format, 'json')
  assert.is(read({ output: 'yaml' }).format, 'yaml')
  for (const given of ['wide', 'name', '']) assert.ok(isWrongUsage({ output: given }), given)
})

test('on a command line are wrong usage before any cluster is asked', async () => {
  const cases = [
    ['--override', 'Changed'],
    ['--override=NotTerminating,RepairFirst'],
    ['--override', 'NoSuch'],
    ['--dry-run=maybe'],
    ['--timeout', 'soon'],
    ['--backup-dir', ''],
    ['-o', 'wide'],
  ]
  for (const flags of cases) {
    const { code, stdout, stderr } = await headless(['remove', 'cm/x', '--server', 'http://127.0.0.1:1', ...flags])
    assert.is(code, 2, `${flags.join(' ')}: ${stderr}`)
    assert.is(stdout, '')
  }
})

test.run()
