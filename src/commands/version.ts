import { readJson } from '../cluster/transport/read.ts'
import { ExitCode } from '../exit-code.ts'
import { version as clientVersion } from '../version.ts'
import { type CommandContext, defineCommand } from './command.ts'
import { outputFormat } from './output-format.ts'
import { printStructured } from './print-structured.ts'

const formats = ['json', 'yaml'] as const

export const version = defineCommand({
  name: 'version',
  summary: 'Print the version of this plugin and of the server',
  examples: [
    ['kubectl finalize version', 'The plugin and the server of the current context'],
    ['kubectl finalize version --client', 'The plugin alone, without a server'],
  ],
  flags: {
    client: { type: 'boolean', describe: 'Only the version of this plugin; no server is asked' },
    output: { type: 'string', alias: 'o', completes: formats, describe: 'Output format: json or yaml' },
  },
  async run({ flags }, context) {
    const format = outputFormat(flags.output, formats)
    const serverVersion = flags.client ? undefined : await askServer(context)
    const { stdout } = context.terminal
    if (format !== undefined) {
      const answer = { clientVersion: { gitVersion: `v${clientVersion}` }, ...(serverVersion && { serverVersion }) }
      await printStructured(stdout, format, answer)
      return ExitCode.done
    }
    stdout.write(`Client Version: v${clientVersion}\n`)
    if (serverVersion) stdout.write(`Server Version: ${serverVersion.gitVersion}\n`)
    return ExitCode.done
  },
})

async function askServer(context: CommandContext): Promise<{ readonly gitVersion: string }> {
  const { transport } = await context.connect()
  const { body } = await readJson(transport, { method: 'GET', path: '/version', signal: context.signal })
  return body as { gitVersion: string }
}
