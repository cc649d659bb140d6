import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measure } from './measure.ts'

/** Writes a must-gather with this many Pods, and measures `list` and `explain` of it, as a folder and as a tar.gz. */
export async function measureDump(program: string, objects: number, runs: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'finalize-bench-dump-'))
  try {
    const dump = join(folder, 'dump')
    const packed = join(folder, 'dump.tar.gz')
    execFileSync(process.execPath, [join(import.meta.dirname, 'must-gather.ts'), dump, String(objects)])
    execFileSync('tar', ['czf', packed, '-C', dump, '.'])
    const lines: string[] = []
    for (const [name, words] of Object.entries({
      'list --from FOLDER': ['list', '--from', dump],
      'explain --from FILE.tar.gz': ['explain', '--from', packed],
    }))
      lines.push(await measure(name, [program, ...words], runs, {}))
    return lines.join('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
