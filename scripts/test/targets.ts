import { builtPrograms } from '../../test/control-plane/build.ts'
import { findPrograms, type Programs } from '../../test/control-plane/programs.ts'
import { latest, type Release } from '../../test/control-plane/releases.ts'
import { lentCluster, startControlPlane, startSandbox } from '../../test/e2e/rig/start-target.ts'
import { type Against, type Among, runAgainst } from './e2e.ts'
import { skipped } from './skipped.ts'
import { sum, type Tally } from './tally.ts'

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

/** Runs each file of the suite once, on the sandbox. */
export async function onSandbox(suite: Suite, servers: Servers, among?: Among): Promise<Tally> {
  return runAgainst([sandbox(suite, await servers)], among)
}

/** Uses the cluster of KUBECTL_FINALIZE_TEST_KUBECONFIG, or starts servers. */
export async function onControlPlane(suite: Suite, servers: Servers): Promise<Tally> {
  const real = controlPlane(suite, await servers)
  return 'failed' in real ? real : runAgainst([real])
}

/** On both at once, as files mostly wait, where there are real servers. */
export async function onBoth(suite: Suite, servers: Servers): Promise<Tally> {
  const embedded = sandbox({ ...suite, files: suite.onSandbox ?? suite.files }, await servers)
  const real = controlPlane({ ...suite, files: suite.onControlPlane ?? suite.files }, await servers)
  return 'failed' in real ? sum([await runAgainst([embedded]), real]) : runAgainst([embedded, real])
}

function sandbox({ files, program }: Suite, found: Programs | string): Against {
  console.log('e2e, sandbox')
  const start = () => startSandbox(program, typeof found === 'string' ? undefined : found)
  return { name: 'sandbox', files, start }
}

/** The real servers; what came of it where there are none. */
function controlPlane({ files, program }: Suite, found: Programs | string): Against | Tally {
  const name = 'control-plane'
  if (lent) {
    console.log(`e2e, the cluster of ${lent}`)
    return { name, files, start: () => lentCluster(program, lent), isOneCluster: true }
  }
  if (typeof found === 'string') {
    const { line, tally } = skipped('e2e on the real control plane', found, Boolean(process.env.CI))
    console.log(line)
    return tally
  }
  console.log(`e2e, control plane (${found.origin})`)
  return { name, files, start: () => startControlPlane(program, found) }
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
  return runAgainst([{ name: release.version, files, start: () => startControlPlane(program, found) }])
}
