import type { Sandbox } from '../../sandbox.ts'
import { ago } from './time.ts'

/** When a line was written, in seconds before now, and what it says. */
export type Line = readonly [seconds: number, said: Readonly<Record<string, unknown>>]

/** Lets the container of each Pod of a namespace have written these lines, in JSON, oldest first. */
export function logOf(sandbox: Sandbox, namespace: string, said: readonly Line[]): void {
  const lines = said.map(([seconds, record]) => {
    const ts = ago(sandbox, seconds)
    return `${ts} ${JSON.stringify({ ts, ...record })}`
  })
  const pods = sandbox.server.store.list('pods').filter(({ metadata }) => metadata.namespace === namespace)
  for (const { metadata } of pods) sandbox.logs.set(`${namespace}/${metadata.name}/app`, { lines })
}
