import { headless } from '../../test/headless.ts'
import { picture } from './picture.ts'
import { withTour } from './readme.ts'
import { PICTURED, tour } from './steps.ts'

const TITLE =
  'A terminal: kubectl finalize explain names what holds a namespace, kubectl finalize remove lets a bucket in it go'

/** The program's own picture of an incident. */
async function chain(): Promise<string> {
  const { stdout } = await headless(['explain', '--sandbox=operator-uninstalled', '-o', 'svg'])
  return stdout
}

/** The expected contents of the files that contain the tour, by path from the root of the repository. */
export async function tourFiles(readme: string): Promise<ReadonlyMap<string, string>> {
  const recorded = await tour()
  const shown = PICTURED.map(name => recorded.get(name)!)
  return new Map([
    ['README.md', withTour(readme, recorded)],
    ['docs/tour.svg', picture(shown, TITLE)],
    ['docs/chain.svg', await chain()],
  ])
}
