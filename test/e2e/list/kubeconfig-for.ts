import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { removeAtEnd } from '../../control-plane/process-group.ts'
import { target } from '../rig/rig.ts'

/** A kubeconfig like the target's whose current context has this namespace; its path. */
export function kubeconfigFor(namespace: string): string {
  const config = parse(readFileSync(target().kubeconfig, 'utf8'))
  const current = config.contexts.find((each: { name: string }) => each.name === config['current-context'])
  current.context.namespace = namespace
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-kubeconfig-'))
  removeAtEnd(folder)
  const path = join(folder, 'config')
  writeFileSync(path, stringify(config))
  return path
}
