import { realpath } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { UsageError } from '../../exit-code.ts'
import { openArchived } from '../../operations/inspect/open-archived.ts'
import { inWords } from '../../render/words/in-words.ts'
import { explained, explainIn } from './explain-tool.ts'
import { file } from './properties.ts'
import type { Tool } from './tool.ts'

export const recordingTool: Tool = {
  name: 'recording',
  title: 'Explain a recording or dump',
  description:
    'The same as `explain`, of a file in place of the cluster: a recording of this program, a must-gather, or a dump of kubectl, in the folder that the user opened with --recordings.',
  properties: { file, ...explained },
  required: ['file'],
  async call(given, desk) {
    const path = await recordingIn(desk.recordings, given.file!)
    const session = await openArchived(path, undefined, desk.context.clock, warning =>
      desk.notes.push(inWords(warning)),
    )
    try {
      const { takenAt } = session
      const clock = takenAt === undefined ? desk.context.clock : { ...desk.context.clock, now: () => takenAt }
      // The namespace of the command line is one of the cluster.
      return await explainIn(session, given, { ...desk, namespace: undefined, context: { ...desk.context, clock } })
    } finally {
      session.transport.close()
    }
  },
}

/** The file of that name in the folder; a model may name no other. Throws UsageError. */
async function recordingIn(folder: string | undefined, name: string): Promise<string> {
  if (folder === undefined)
    throw new UsageError('no recordings may be read: start "kubectl finalize mcp" with --recordings FOLDER')
  const none = new UsageError(`there is no file "${name}" in the folder of --recordings`)
  const [root, path] = await Promise.all([folder, resolve(folder, name)].map(each => realpath(each))).catch(() => {
    throw none
  })
  // Links are followed by then.
  const inside = relative(root!, path!)
  if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || resolve(root!, inside) !== path) throw none
  return path
}
