import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { spread, writeMeasured } from './measured.ts'

/** Commands that need no cluster. The last is what a shell runs at TAB. */
const COMMANDS = [
  ['version', '--client'],
  ['--help'],
  ['explain', '--help'],
  ['completion', 'bash'],
  ['no-such-command'],
  ['__complete', 'ex'],
]

/**
 * Measures the CPU seconds of commands that need no cluster, in turn with `kubectl version --client`, and writes them into
 * docs/benchmarks.md: on a busy machine only CPU time can be compared. `bare` is a Node that runs nothing.
 */
export async function measureStarts(
  root: string,
  program: string,
  kubectls: Readonly<Record<string, string>>,
  runs: number,
): Promise<string> {
  const yardsticks = Object.entries(kubectls).map(([name, path]) => [name, [path, 'version', '--client']] as const)
  const ours = COMMANDS.map(words => [`\`kubectl finalize ${words.join(' ')}\``, [program, ...words]] as const)
  const all = [['a Node that runs nothing', [process.execPath, '-e', '0']] as const, ...yardsticks, ...ours]
  const load = loadavg()[0]!.toFixed(1)
  const taken = new Map(all.map(([name]) => [name, [] as number[]]))
  for (let round = 0; round <= runs; round++) {
    for (const [name, command] of all) {
      const seconds = await cpuSeconds(command)
      // The first round warms caches.
      if (round > 0) taken.get(name)!.push(seconds)
    }
  }
  const ratios = (name: string, beside: string): string =>
    spread(taken.get(name)!.map((seconds, round) => seconds / taken.get(beside)![round]!))
  const { size } = await stat(join(root, 'dist/kubectl-finalize.mjs'))
  return writeMeasured(root, 'starts', [
    `\`npm run bench -- --starts --runs ${runs}\`, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, load ${load} before and ${loadavg()[0]!.toFixed(1)} after.`,
    `The bundle is ${Math.round(size / 1024)} KB (of 1024 bytes).`,
    '',
    `| command | CPU, s | ${yardsticks.map(([name]) => `× ${name}`).join(' | ')} |`,
    `|---|---|${'---|'.repeat(yardsticks.length)}`,
    ...all.map(([name]) => {
      const beside = yardsticks.map(([each]) => (each === name ? '' : ratios(name, each)))
      return `| ${[name, spread(taken.get(name)!, 3), ...beside].join(' | ')} |`
    }),
  ])
}

/** User and system time of a command and its children; bash reports it to the millisecond. */
async function cpuSeconds(command: readonly string[]): Promise<number> {
  const script = `TIMEFORMAT='%U %S'; { time "$@" >/dev/null 2>&1 </dev/null; } 2>&1; exit 0`
  const { stdout } = await promisify(execFile)('bash', ['-c', script, 'bash', ...command], {
    env: { ...process.env, LC_ALL: 'C' },
  })
  return stdout
    .trim()
    .split(' ')
    .reduce((sum, part) => sum + Number(part), 0)
}
