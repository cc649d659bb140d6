import { createHash } from 'node:crypto'
import { mkdir, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../../api/failure.ts'
import { recordingBytes } from '../../cluster/archive/recording-file.ts'
import type { CommandContext } from '../../commandline/command.ts'
import { formatPicture } from '../../commandline/format-picture.ts'
import type { Cause } from '../../diagnosis/explanation.ts'
import { graphOfObjects } from '../../diagnosis/graph.ts'
import { writeSafely } from '../../execute/write-safely.ts'
import type { Inspection } from '../../operations/inspect/diagnose-cluster.ts'
import { serverVersion } from '../../operations/inspect/server-version.ts'
import type { Session } from '../../operations/ports.ts'
import { takeRecording } from '../../operations/record/take-recording.ts'
import { QUIET } from '../../operations/scan-progress.ts'
import type { Watch } from '../../operations/watch/watch-cluster.ts'
import { commandFor } from '../../plan/aim.ts'
import { worded } from '../../render/words/explanation.ts'

/** Files that a directory keeps; the oldest go. */
const KEPT_FILES = 200
/** Causes of one moment that have a page. */
const MOST_PAGES = 20
const TICK_SECONDS = 5
/** What files of this kind are called; others in the directory are left alone. */
const OURS = /^\d{8}T\d{6}Z(-[A-Za-z]{1,40}-[0-9a-f]{8}\.html|-recording\.gz)$/

interface ReportRequest {
  readonly directory: string
  readonly namespace: string | undefined
  readonly session: Session
  readonly context: CommandContext
  mayWrite(): boolean
  say(line: string): void
}

/**
 * Writes a page of each new cause, and a recording of the cluster with it, until the signal aborts: files that only
 * their owner can read. One that cannot be written is told, and ends nothing.
 */
export async function writeReports({ now }: Watch, request: ReportRequest): Promise<void> {
  const { context, say } = request
  let reported: ReadonlySet<string> = new Set()
  while (!context.signal.aborted) {
    const causes = now.standing.filter(({ verdict }) => verdict !== 'progressing')
    const fresh = causes.filter(({ id }) => !reported.has(id))
    if (request.mayWrite()) {
      reported = new Set(causes.map(({ id }) => id))
      if (fresh.length > 0)
        await report(fresh, request).catch((error: unknown) => {
          if (!context.signal.aborted) say(`warning: a report could not be written: ${messageOf(error)}`)
        })
    }
    await context.clock.sleep(TICK_SECONDS, context.signal)
  }
}

async function report(fresh: readonly Cause[], request: ReportRequest): Promise<void> {
  const { directory, namespace, session, say } = request
  const context = { ...request.context, logs: undefined }
  const stamp = context.clock
    .now()
    .toISOString()
    .replaceAll(/[-:]|\.\d+/g, '')
  const { recording, looked } = await takeRecording(session, namespace, context, QUIET)
  if (looked.interrupted) return
  const version = await serverVersion(session.transport, context.signal)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await writeSafely(join(directory, `${stamp}-recording.gz`), await recordingBytes(recording))
  const ids = new Set(fresh.map(({ id }) => id))
  for (const cause of looked.causes.filter(({ id }) => ids.has(id)).slice(0, MOST_PAGES)) {
    const hash = createHash('sha256').update(cause.id).digest('hex').slice(0, 8)
    const file = join(directory, `${stamp}-${cause.code}-${hash}.html`)
    await writeSafely(file, pageOf(cause, looked, version, request))
    say(`report: ${file}`)
  }
  await prune(directory)
}

/** The page of one cause, with the objects that it holds. */
function pageOf(cause: Cause, looked: Inspection, version: string, { session, context }: ReportRequest): string {
  const { takenAt, objectsRead, typesRead } = looked.survey.snapshot
  const objects = looked.objects.filter(({ causes }) => causes.includes(cause.id))
  return formatPicture('html', {
    explanation: worded({ takenAt, server: { version }, unreadable: looked.unreadable, objects, causes: [cause] }),
    reading: { objects: objectsRead, types: typesRead, seconds: 0 },
    notTerminating: [],
    graph: graphOfObjects(objects),
    place: session.place,
    notes: [],
    everything: commandFor(context.aim, 'kubectl', 'finalize', 'explain', '-o', 'json'),
  })
}

async function prune(directory: string): Promise<void> {
  const ours = (await readdir(directory)).filter(name => OURS.test(name)).toSorted()
  for (const name of ours.slice(0, Math.max(ours.length - KEPT_FILES, 0))) await unlink(join(directory, name))
}

/**
 * Of names of contexts that are this, no two are one folder on any file system, and none leads out of the directory.
 */
const PLAIN = /^[a-z0-9][a-z0-9.-]{0,79}$/

/** Where reports of a cluster are: each of several has its own folder in the directory, named after its context. */
export function reportFolder(directory: string, context: string | undefined): string {
  if (context === undefined) return directory
  if (PLAIN.test(context)) return join(directory, context)
  const readable = context.replaceAll(/[^A-Za-z0-9.-]/g, '-').replace(/^\.+/, '-')
  return join(directory, `${readable.slice(0, 80)}-${createHash('sha256').update(context).digest('hex').slice(0, 8)}`)
}
