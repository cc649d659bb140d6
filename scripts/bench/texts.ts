import { launchControlPlane } from '../../test/control-plane/launch.ts'
import type { Programs } from '../../test/control-plane/programs.ts'
import { fillStuck } from './fill.ts'
import { pairs } from './measure.ts'

const SHORT = 'the bucket is not empty'

/** Of beginnings that expressions look for, none of which ends as they expect; 8 KiB, where a condition may have 32. */
const HOSTILE = [
  'cannot delete resource "',
  'failed to ',
  'error: '.repeat(3),
  'admission webhook "',
  'waiting for '.repeat(3),
  ' '.repeat(40),
  'a-'.repeat(30),
  'User "system:serviceaccount:',
]
  .join('')
  .repeat(40)
  .slice(0, 8192)

/** Measures `explain` of so many stuck objects whose conditions have hostile messages, in turn with one of as many with short ones. */
export async function measureTexts(
  programs: Programs,
  program: string,
  { objects, runs }: { readonly objects: number; readonly runs: number },
  tell: (line: string) => void,
): Promise<string> {
  await using short = await launchControlPlane(programs)
  await using hostile = await launchControlPlane(programs)
  for (const [plane, message] of [
    [short, SHORT],
    [hostile, HOSTILE],
  ] as const) {
    await fillStuck({ server: plane.server, token: plane.admin.token! }, { objects, causes: 50, message }, tell)
  }
  const explain = [program, 'explain', '-o', 'json']
  const commands = {
    hostile: [...explain, '--kubeconfig', hostile.kubeconfig],
    short: [...explain, '--kubeconfig', short.kubeconfig],
  }
  return await pairs(commands, runs, {})
}
