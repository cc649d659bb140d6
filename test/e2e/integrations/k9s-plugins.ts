import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { removeAtEnd } from '../../control-plane/process-group.ts'
import { target } from '../rig/target.ts'

export interface Plugin {
  readonly shortCut: string
  readonly description: string
  readonly scopes: readonly string[]
  readonly command: string
  readonly args: readonly string[]
}

/** What k9s knows of the selected row. */
export interface Row {
  readonly RESOURCE_NAME: string
  readonly RESOURCE_GROUP: string
  readonly NAME: string
  /** Of an object without one: "-" or empty. */
  readonly NAMESPACE: string
  readonly CONTEXT: string
}

export const file = resolve(import.meta.dirname, '../../../integrations/k9s/plugins.yaml')
export const { plugins } = parse(readFileSync(file, 'utf8')) as { plugins: Readonly<Record<string, Plugin>> }

/** The program that k9s starts for a plugin, with its arguments: the values of the row stand in place of its variables. */
export function startedByK9s(name: string, row: Row): { readonly command: string; readonly args: readonly string[] } {
  const { command, args } = plugins[name]!
  const values = Object.entries(row).toSorted(([a], [b]) => b.length - a.length)
  return {
    command,
    args: args.map(arg => values.reduce((text, [key, value]) => text.replaceAll(`$${key}`, value), arg)),
  }
}

/** A folder with a kubectl that knows the plugin, and these programs, each a line of sh. */
export function programsOf(lines: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-k9s-'))
  removeAtEnd(folder)
  const kubectl = `test "$1" = finalize || exit 99; shift; exec '${target().program}' "$@"`
  for (const [name, line] of Object.entries({ kubectl, ...lines })) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  return folder
}
