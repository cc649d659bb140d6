import { resolve } from 'node:path'
import { defineCommand } from '../commandline/command.ts'
import { ExitCode, UsageError } from '../exit-code.ts'

export const mcp = defineCommand({
  name: 'mcp',
  also: ['model-context-protocol', 'serve'],
  summary:
    'Serve the Model Context Protocol on stdin and stdout: tools that only read, for a chat with a language model',
  examples: [
    ['kubectl finalize mcp --context prod-eu', 'The command of a server in the configuration of an MCP client'],
    ['kubectl finalize mcp --sandbox', 'The tools on the practice cluster'],
    ['kubectl finalize mcp --recordings ./incidents', 'Recordings and dumps of this folder may be explained too'],
  ],
  flags: {
    recordings: {
      type: 'string',
      completes: 'files',
      describe: 'Folder of the recordings and dumps that the tool recording may read (default: it reads none)',
    },
  },
  async run({ words, flags, namespace }, context) {
    if (words.length > 0) throw new UsageError('mcp accepts no arguments: its tools are called on stdin')
    if (flags.recordings === '')
      throw new UsageError('invalid argument "" for "--recordings" flag: must be the path of a folder')
    const recordings = flags.recordings === undefined ? undefined : resolve(flags.recordings)
    const { serve } = await import('./mcp/serve.ts')
    await serve({ namespace, recordings }, context)
    return context.signal.aborted ? ExitCode.interrupted : ExitCode.done
  },
})
