import { relative } from 'node:path'
import { type FileOptions, type FileResult, runFile } from './run-file.ts'
import { schedule } from './schedule.ts'
import { count, type Tally } from './tally.ts'

const AT_ONCE = 2
const SLOW_SECONDS = 2

/** Runs the files, two at once as far as they allow it, and says how each went; what a failed one wrote is shown. */
export async function runFiles(files: readonly string[], options: FileOptions): Promise<Tally> {
  const { together, alone } = schedule(files)
  const results = [...(await runQueue(together, AT_ONCE, options)), ...(await runQueue(alone, 1, options))]
  return count(results)
}

async function runQueue(files: readonly string[], atOnce: number, options: FileOptions): Promise<FileResult[]> {
  const waiting = [...files]
  const results: FileResult[] = []
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const result = await runFile(file, options)
      results.push(result)
      report(result)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}

function report({ file, passed, skipped, failures, seconds, output }: FileResult): void {
  const name = relative(process.cwd(), file)
  const time = seconds >= SLOW_SECONDS ? `  ${seconds.toFixed(1)} s` : ''
  const left = skipped === 0 ? '' : `, ${skipped} skipped`
  if (failures.length === 0) console.log(`  ok    ${name}  ${passed}${left}${time}`)
  else
    console.log(
      `  FAIL  ${name}${time}\n${indent([output.trimEnd(), ...failures.map(each => `✘ ${each}`)].join('\n'))}`,
    )
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '        ')
}
