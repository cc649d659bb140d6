import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { removeAtEnd } from '../../control-plane/process-group.ts'
import { type Ran, runProgram, target } from '../rig/rig.ts'

/** A folder of its own until the end of the tests. */
export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'kubectl-finalize-integrations-'))
  removeAtEnd(made)
  return made
}

/** Writes a script that can be run, and answers its path. */
export function script(place: string, name: string, text: string): string {
  const path = join(place, name)
  writeFileSync(path, `#!/bin/sh\n${text}\n`)
  chmodSync(path, 0o755)
  return path
}

/**
 * Runs a line of a pipeline in a shell with these variables, and with a kubectl that knows the plugin and deletes nothing: it tells what it
 * was asked for.
 */
export function shell(line: string, env: Readonly<Record<string, string>>, place = folder()): Promise<Ran> {
  script(
    place,
    'kubectl',
    `test "$1" = finalize || { echo "kubectl $*"; exit 0; }\nshift\nexec '${target().program}' "$@"`,
  )
  const path = [place, process.env.PATH].join(delimiter)
  return runProgram('sh', ['-ec', line], { env: { ...env, PATH: path }, cwd: place })
}
