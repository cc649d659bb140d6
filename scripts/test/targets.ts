import { builtPrograms } from '../../test/control-plane/build.ts'
import { findPrograms, type Programs } from '../../test/control-plane/programs.ts'
import { latest, type Release } from '../../test/control-plane/releases.ts'
import { lentCluster, startControlPlane, startSandbox } from '../../test/e2e/rig/start-target.ts'
import { runAgainst } from './e2e.ts'
import { skipped } from './skipped.ts'
import type { Tally } from './tally.ts'

export interface Suite {
  readonly files: readonly string[]
  /** Those of them that are run on the sandbox too; absent: all. */
  readonly onSandbox?: readonly string[]
  /** Those of them that are run on the real control plane where both are; absent: all. */
  readonly onControlPlane?: readonly string[]
  /** The executable under test. */
  readonly program: string
}

/** The real servers, or the reason why there are none. */
export type Servers = Promise<Programs | string>

const lent = process.env.KUBECTL_FINALIZE_TEST_KUBECONFIG

/** Looks for the real servers, and builds them when there are none. This takes minutes, so it starts early. */
export async function beginServers(): Servers {
  return lent ? 'another cluster was named' : findPrograms(latest, line => console.error(line))
}

export async function onSandbox({ files, program }: Suite, servers: Servers, title = 'e2e, sandbox'): Promise<Tally> {
  const found = await servers
  console.log(title)
  return runAgainst(() => startSandbox(program, typeof found === 'string' ? undefined : found), files)
}

/** Uses the cluster of KUBECTL_FINALIZE_TEST_KUBECONFIG, or starts servers. */
export async function onControlPlane({ files, program }: Suite, servers: Servers): Promise<Tally> {
  if (lent) {
    console.log(`e2e, the cluster of ${lent}`)
    return runAgainst(() => lentCluster(program, lent), files, { isOneCluster: true })
  }
  const found = await servers
  if (typeof found === 'string') {
    const { line, tally } = skipped('e2e on the real control plane', found, Boolean(process.env.CI))
    console.log(line)
    return tally
  }
  console.log(`e2e, control plane (${found.origin})`)
  return runAgainst(() => startControlPlane(program, found), files)
}

/** Uses the servers of one release, regardless of the environment. */
export async function onRelease({ files, program }: Suite, release: Release): Promise<Tally> {
  const found = await builtPrograms(release, line => console.error(line))
  if (typeof found === 'string') {
    const { line, tally } = skipped(`e2e on ${release.version}`, found, true)
    console.log(line)
    return tally
  }
  console.log(`e2e, control plane ${release.version} (${found.origin})`)
  return runAgainst(() => startControlPlane(program, found), files)
}
