import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { runIn } from './run-in.ts'

export const configMap = (name: string, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'shop', ...metadata },
})

/** A cluster with a namespace `shop`. */
export function cluster() {
  const clock = manualClock()
  const sandbox = createSandbox({ clock })
  sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } })
  return { sandbox, clock }
}

/** What a preflight of these words is about, and what it says beside. */
export async function targetsIn(stage: ReturnType<typeof cluster>, words: readonly string[], user?: string) {
  const asUser = user === undefined ? {} : { user }
  const { code, stdout, stderr } = await runIn(stage, ['preflight', ...words, '-n', 'shop', '-o', 'json'], asUser)
  const targets: readonly { kind: string; name: string }[] = stdout === '' ? [] : JSON.parse(stdout).targets
  return { code, stderr, names: targets.map(({ kind, name }) => `${kind}/${name}`).toSorted() }
}

export const asYaml = (...objects: readonly object[]) =>
  objects.map(object => `---\n${JSON.stringify(object)}\n`).join('')
