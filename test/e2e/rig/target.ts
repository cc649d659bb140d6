import { readFileSync } from 'node:fs'
import type { Connection } from '../../control-plane/request.ts'

/** The API server a suite file runs against, started by the runner once for all files. */
export interface Target {
  readonly name: 'sandbox' | 'control-plane'
  readonly kubeconfig: string
  readonly server: string
  /** May do everything. */
  readonly admin: Connection
  /** May do nothing, but where a test grants it something (user `tenant`, also a context of the kubeconfig). */
  readonly tenant?: Connection
  /** The executable under test. */
  readonly program: string
  /** The stock kubectl, where there is one. */
  readonly kubectl?: string
  /** Its audit log (test/control-plane/audit.ts), where it was started with one. */
  readonly auditLog?: string
  /** Folder of the servers' executables, where tests may start control planes of their own. */
  readonly programs?: string
}

/** Names the file in which the runner tells a suite file its target. */
export const TARGET_FILE = 'KUBECTL_FINALIZE_E2E_TARGET_FILE'

let known: Target | undefined

/** The target of this run. Throws when the file was not started by the runner. */
export function target(): Target {
  const file = process.env[TARGET_FILE]
  if (file === undefined) throw new Error('no target: run `npm run test:e2e -- --target sandbox FILE`')
  known ??= JSON.parse(readFileSync(file, 'utf8')) as Target
  return known
}
