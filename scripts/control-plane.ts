/**
 * `npm run control-plane`: runs a real API server with its controllers on loopback until Ctrl-C, to try what a document says
 * about them. Prints the path of a kubeconfig to stdout. `npm run control-plane -- 1.30.14` runs another release of the tests.
 */
import { builtPrograms } from '../test/control-plane/build.ts'
import { launchControlPlane } from '../test/control-plane/launch.ts'
import { latest, releases } from '../test/control-plane/releases.ts'

const say = (line: string) => console.error(line)
try {
  const [version = latest.version] = process.argv.slice(2)
  const release = releases.find(each => each.version === version)
  if (release === undefined) throw new Error(`${version}: there are ${releases.map(each => each.version).join(', ')}`)
  const programs = await builtPrograms(release, say)
  if (typeof programs === 'string') throw new Error(programs)
  await using plane = await launchControlPlane(programs)
  console.log(plane.kubeconfig)
  say(`Kubernetes ${version} on ${plane.server} until you press Ctrl-C. In another terminal:`)
  say(`  export KUBECONFIG=${plane.kubeconfig}\n  alias kubectl=${plane.kubectl}`)
  await new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve)
  })
} catch (error) {
  say(`error: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}
