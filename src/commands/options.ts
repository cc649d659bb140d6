import { defineCommand } from '../commandline/command.ts'
import { ExitCode, UsageError } from '../exit-code.ts'

export const options = defineCommand({
  name: 'options',
  summary: 'Print the flags that all commands take',
  examples: [['kubectl finalize options', 'Print flags inherited by all commands']],
  flags: {},
  async run({ words }, { terminal: { stdout }, formatGlobalFlags }) {
    if (words.length > 0) throw new UsageError('options accepts no arguments')
    stdout.write(`${await formatGlobalFlags(stdout.columns)}\n`)
    return ExitCode.done
  },
})
