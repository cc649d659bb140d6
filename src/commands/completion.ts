import { defineCommand } from '../commandline/command.ts'
import { ExitCode, UsageError } from '../exit-code.ts'
import { bash } from './completion/bash.ts'
import { fish } from './completion/fish.ts'
import { powershell } from './completion/powershell.ts'
import { zsh } from './completion/zsh.ts'

const scripts: ReadonlyMap<string, string> = new Map(Object.entries({ bash, zsh, fish, powershell }))
const shells = [...scripts.keys()]

export const completion = defineCommand({
  name: 'completion',
  words: 'bash|zsh|fish|powershell',
  completes: shells,
  summary: 'Print the completion script of a shell for kubectl-finalize',
  examples: [
    ['source <(kubectl finalize completion bash)', 'In this bash; put the line into ~/.bashrc to keep it'],
    ['source <(kubectl finalize completion zsh)', 'In this zsh, after compinit'],
    ['kubectl finalize completion fish | source', 'In this fish'],
    ['kubectl finalize completion powershell | Out-String | Invoke-Expression', 'In this PowerShell'],
  ],
  flags: {},
  async run({ words }, { terminal }) {
    const [shell = '', ...more] = words
    const script = scripts.get(shell)
    if (script === undefined || more.length > 0) {
      throw new UsageError(`exactly one shell must be specified: ${shells.join(', ')}`)
    }
    terminal.stdout.write(script)
    return ExitCode.done
  },
})
