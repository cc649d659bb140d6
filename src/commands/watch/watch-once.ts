import { ApiFailure } from '../../api/failure.ts'
import { rfc3339 } from '../../api/rfc3339.ts'
import type { CommandContext } from '../../commandline/command.ts'
import { printStructured } from '../../commandline/print-structured.ts'
import type { ExitCode } from '../../exit-code.ts'
import { duringScan } from '../../operations/scan-progress.ts'
import { type LookedOnce, lookOnce } from './look-once.ts'
import type { WatchOptions } from './options.ts'
import { writeTextfile } from './write-textfile.ts'

/**
 * One look at what terminates for longer than --after. Exit code: 3 when such an object is not proven to go on its own,
 * else 1 when something was unreadable, else 0. If nothing can be read, the metrics say so, and this rejects.
 */
export async function watchOnce(options: WatchOptions, context: CommandContext): Promise<ExitCode> {
  const { stdout, stderr } = context.terminal
  const looked = await look(options, context)
  if (options.format !== undefined) {
    const { explanationObject } = await import('../../render/explanation-json.ts')
    await printStructured(stdout, options.format, explanationObject(looked.explanation))
  } else {
    const { watchLine } = await import('../../render/watch-lines.ts')
    const time = rfc3339(context.clock.now())
    for (const cause of looked.explanation.causes) stdout.write(watchLine(time, { event: 'CauseFound', cause }))
  }
  await writeTextfile(options, [{ context: undefined, looked, clock: context.clock }])
  for (const line of looked.lines) stderr.write(`${line}\n`)
  return looked.exitCode
}

async function look(options: WatchOptions, context: CommandContext): Promise<LookedOnce> {
  try {
    const session = await context.connect()
    return await duringScan(context, report => lookOnce(options, session, context, report))
  } catch (error) {
    if (error instanceof ApiFailure && !context.signal.aborted)
      await writeTextfile(options, [{ context: undefined, looked: undefined, clock: context.clock }])
    throw error
  }
}
