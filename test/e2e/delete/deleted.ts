import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as assert from 'uvu/assert'
import type { Event } from '../../../src/execute/journal.ts'
import { JOURNAL_SUFFIX } from '../../../src/execute/journal-file.ts'
import type { Outcome } from '../../../src/render/words/outcome.ts'
import { removeAtEnd } from '../../control-plane/process-group.ts'
import { type AuditedCluster, auditedCluster } from '../rig/audited.ts'
import { type Ran, type RunOptions, run, target } from '../rig/rig.ts'
import { isChange, problemsBetween } from './compare.ts'

export interface Deleted extends Outcome {
  readonly code: number | null
  readonly stderr: string
}

/** Where it is run; absent: the target. */
export interface Place {
  readonly env: { readonly KUBECONFIG: string }
  readonly auditLog?: string | undefined
}

/**
 * Runs `delete`. On a real API server its audit log then has just those changes that the journal of the run has, and no more; the
 * test fails where that is not so.
 */
export async function ranDelete(words: readonly string[], options: RunOptions = {}, place?: Place): Promise<Ran> {
  const folder = backupsOf(words) ?? backupFolder()
  const before = new Set(journalsIn(folder))
  const kubeconfig = place?.env.KUBECONFIG ?? target().kubeconfig
  const auditLog = place === undefined ? target().auditLog : place.auditLog
  const audited = auditLog === undefined ? undefined : auditedCluster(kubeconfig, auditLog)
  const as = wordAfter(words, '--as')
  // A flag would name another user, and keep the groups of this one.
  const env = { ...options.env, ...place?.env, ...(as === undefined ? audited?.env : {}) }
  const all = ['delete', ...words, ...(backupsOf(words) === undefined ? ['--backup-dir', folder] : [])]
  const ran = await run(all, { timeoutSeconds: 120, ...options, env })
  if (audited !== undefined) {
    const journals = journalsIn(folder).filter(file => !before.has(file))
    await holds(audited, all, journals, ran)
  }
  return ran
}

/** The same, with its answer; throws where it gives none. */
export async function deleted(words: readonly string[], options: RunOptions = {}, place?: Place): Promise<Deleted> {
  const { code, stdout, stderr } = await ranDelete([...words, '-o', 'json'], options, place)
  if (!stdout.startsWith('{')) throw new Error(`no answer in JSON (exit ${code})\n${stdout}\n${stderr}`)
  return { code, stderr, ...(JSON.parse(stdout) as Outcome) }
}

/** Outlives the run, whose home does not. */
export function backupFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'kubectl-finalize-backups-'))
  removeAtEnd(made)
  return made
}

/** The events of a journal, without a last line that was not written to its end. */
export function eventsOf(journal: string): readonly Event[] {
  const lines = readFileSync(journal, 'utf8').split('\n')
  return lines.slice(0, -1).map(line => JSON.parse(line) as Event)
}

export function journalsIn(folder: string): readonly string[] {
  const names = readdirSync(folder).filter(file => file.endsWith(JOURNAL_SUFFIX))
  return names.map(file => join(folder, file))
}

async function holds(
  audited: AuditedCluster,
  words: readonly string[],
  journals: readonly string[],
  { stdout, stderr, code }: Ran,
): Promise<void> {
  const requests = await audited.requests(wordAfter(words, '--as'))
  const events = journals.flatMap(eventsOf)
  const steps = stdout.startsWith('{') ? (JSON.parse(stdout) as Outcome).steps : undefined
  const told = { events, steps: code === null ? undefined : steps }
  const problems = problemsBetween(requests, told)
  const text = requests.map(each => `${isChange(each) ? '' : '(dry) '}${each.verb} ${each.requestURI}`)
  assert.equal(problems, [], [`delete ${words.join(' ')}`, ...problems, ...text, stderr].join('\n'))
}

const backupsOf = (words: readonly string[]): string | undefined => wordAfter(words, '--backup-dir')

function wordAfter(words: readonly string[], flag: string): string | undefined {
  const at = words.indexOf(flag)
  return at < 0 ? undefined : words[at + 1]
}
