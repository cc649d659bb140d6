import { ExitCode, UsageError } from '../exit-code.ts'
import { defineCommand } from './command.ts'
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
  summary: 'Print a script that makes a shell complete the words of kubectl-finalize',
  examples: [
    ['source <(kubectl finalize completion bash)', 'For this bash; the same line in ~/.bashrc makes it last'],
    ['source <(kubectl finalize completion zsh)', 'For this zsh, after compinit'],
    ['kubectl finalize completion fish | source', 'For this fish'],
    ['kubectl finalize completion powershell | Out-String | Invoke-Expression', 'For this PowerShell'],
  ],
  flags: {},
  async run({ words }, { terminal }) {
    const [shell = '', ...more] = words
    const script = scripts.get(shell)
    if (script === undefined || more.length > 0) {
      throw new UsageError(`completion takes the name of one shell: ${shells.join(', ')}`)
    }
    terminal.stdout.write(script)
    return ExitCode.done
  },
})
