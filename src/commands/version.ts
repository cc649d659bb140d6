import { garbled } from '../api/failure.ts'
import { printable } from '../api/printable.ts'
import { type CommandContext, defineCommand } from '../commandline/command.ts'
import { outputFormat } from '../commandline/output-format.ts'
import { printStructured } from '../commandline/print-structured.ts'
import { ExitCode, UsageError } from '../exit-code.ts'
import { version as clientVersion } from '../version.ts'
import { otherPrograms } from './version/programs-on-path.ts'

const formats = ['json', 'yaml'] as const

export const version = defineCommand({
  name: 'version',
  summary: 'Print the version of this plugin, of what runs it, and of the server',
  examples: [
    ['kubectl finalize version', 'The plugin and the server of the current context'],
    ['kubectl finalize version --client', 'The plugin alone, without a server'],
  ],
  flags: {
    client: { type: 'boolean', describe: 'If true, shows client version only (no server required)' },
    output: { type: 'string', alias: 'o', completes: formats, describe: "One of 'yaml' or 'json'" },
  },
  async run({ flags }, context) {
    const format = outputFormat(flags.output, formats)
    const { stdout, stderr } = context.terminal
    const installation = context.installation()
    const others = await otherPrograms(context.env.PATH ?? '', installation)
    for (const other of others) {
      stderr.write(`warning: there is another kubectl-finalize on PATH, which kubectl may run: ${printable(other)}\n`)
    }
    // As kubectl: what is known is told, also where the server does not answer.
    const { serverVersion, failure } = flags.client ? {} : await askServer(context)
    if (format !== undefined) {
      await printStructured(stdout, format, {
        clientVersion: { gitVersion: `v${clientVersion}`, platform: installation.platform },
        runtimeVersion: { name: 'node', version: installation.runtimeVersion },
        otherPrograms: others,
        serverVersion,
      })
    } else {
      stdout.write(`Client Version: v${clientVersion}\n`)
      stdout.write(`Runtime Version: Node.js ${installation.runtimeVersion} (${installation.platform})\n`)
      if (serverVersion) stdout.write(`Server Version: ${printable(serverVersion.gitVersion)}\n`)
    }
    if (failure !== undefined) throw failure
    return ExitCode.done
  },
})

interface Asked {
  readonly serverVersion?: { readonly gitVersion: string }
  /** Why there is none. */
  readonly failure?: unknown
}

async function askServer(context: CommandContext): Promise<Asked> {
  try {
    const { readJson } = await import('../cluster/transport/read.ts')
    const { transport } = await context.connect()
    const { body } = await readJson(transport, { method: 'GET', path: '/version', signal: context.signal })
    const { gitVersion, ...rest } = body as { gitVersion?: unknown }
    if (typeof gitVersion !== 'string') throw garbled('unexpected answer to GET /version: gitVersion is missing')
    return { serverVersion: { gitVersion, ...rest } }
  } catch (failure) {
    if (failure instanceof UsageError) throw failure
    return { failure }
  }
}
