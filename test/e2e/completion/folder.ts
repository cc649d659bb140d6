import { copyFileSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { removeAtEnd } from '../../control-plane/process-group.ts'
import { target } from '../rig/rig.ts'

/** A folder for PATH as an installation leaves it: kubectl, the program, and what kubectl asks for completion. */
export function installedFolder(): string {
  const { kubectl, program } = target()
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-completion-'))
  removeAtEnd(folder)
  if (kubectl !== undefined) symlinkSync(kubectl, join(folder, 'kubectl'))
  symlinkSync(program, join(folder, 'kubectl-finalize'))
  const asked = resolve(import.meta.dirname, '../../../plugin/kubectl_complete-finalize')
  copyFileSync(asked, join(folder, 'kubectl_complete-finalize'))
  return folder
}
