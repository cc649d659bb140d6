import type { Command } from '../commandline/command.ts'
import { catalog } from './catalog.ts'
import { completion } from './completion.ts'
import { delete as deleteInOrder } from './delete.ts'
import { explain } from './explain.ts'
import { list } from './list.ts'
import { log } from './log.ts'
import { mcp } from './mcp.ts'
import { namespace } from './namespace.ts'
import { options } from './options.ts'
import { preflight } from './preflight.ts'
import { record } from './record.ts'
import { remove } from './remove.ts'
import { replay } from './replay.ts'
import { rescue } from './rescue.ts'
import { restore } from './restore.ts'
import { sandbox } from './sandbox.ts'
import { version } from './version.ts'
import { wait } from './wait.ts'
import { watch } from './watch.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  list,
  explain,
  preflight,
  deleteInOrder,
  remove,
  namespace,
  replay,
  rescue,
  restore,
  wait,
  watch,
  log,
  record,
  catalog,
  mcp,
  sandbox,
  completion,
  options,
  version,
]

/** What `kubectl finalize` alone does. */
export const entryCommand: Command = explain
