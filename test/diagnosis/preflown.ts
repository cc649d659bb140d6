import { discover } from '../../src/cluster/discovery/discovery.ts'
import { shippedCatalogue } from '../../src/diagnosis/catalogue/shipped.ts'
import type { Cascade } from '../../src/diagnosis/preflight/foresee.ts'
import type { Preflight } from '../../src/diagnosis/preflight/foreseen.ts'
import { readNamed } from '../../src/operations/inspect/named-objects.ts'
import { preflightCluster } from '../../src/operations/preflight/preflight-cluster.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'

export interface PreflownOptions {
  readonly namespace?: string
  readonly cascade?: Cascade
  readonly user?: string
}

/** What the deletion of these `TYPE/NAME` would do in a sandbox as it stands now, through the same reads as a real cluster's. */
export async function preflown(
  sandbox: Sandbox,
  names: readonly string[],
  { namespace = 'customers', cascade = 'background', user }: PreflownOptions = {},
): Promise<Preflight> {
  const transport = sandbox.transport(user)
  const discovery = await discover(transport)
  const { signal } = new AbortController()
  const asked = names.map(word => {
    const [type = '', name = ''] = word.split('/')
    return { type, name }
  })
  const named = await readNamed(asked, { transport, discovery, namespace, signal })
  if (named.failures.length > 0) throw named.failures[0]
  const clock = { now: () => sandbox.clock.now(), elapsed: () => 0, sleep: async () => {} }
  const tools = {
    clock,
    signal,
    catalogue: async () => shippedCatalogue(),
    aim: { flags: '', impersonation: '', own: '', withheld: [] },
  }
  const report = { onType: () => {}, say: () => {} }
  const request = { ...named, discovery, version: 'v1.36.3', cascade, pageSize: 500, isRecorded: false }
  const { preflight } = await preflightCluster(request, { transport, namespace }, tools, report)
  return preflight
}

/** `CODE subject-name verdict` of each cause, sorted. */
export function codesOf({ causes }: Preflight): readonly string[] {
  return causes.map(({ code, subject, verdict }) => `${code} ${subject.name} ${verdict}`).toSorted()
}

/** `Kind/name why` of all in reach. */
export function reachOf({ reach }: Preflight): readonly string[] {
  return reach.map(({ ref, why }) => `${ref.kind}/${ref.name} ${why}`).toSorted()
}
