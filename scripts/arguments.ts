import { readFileSync } from 'node:fs'
import { type ParseArgsConfig, parseArgs } from 'node:util'

/**
 * The arguments of the script that runs. `--help` prints the comment that the script begins with; what the script does not take is one line and
 * exit code 1. Both end the process.
 */
export function scriptArguments<Config extends ParseArgsConfig>(config: Config): ReturnType<typeof parseArgs<Config>> {
  if (process.argv.includes('--help')) {
    const source = readFileSync(process.argv[1]!, 'utf8')
    console.log(source.slice(source.indexOf('\n') + 1, source.indexOf('\n */')).replaceAll(/^ \* ?/gm, ''))
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    console.error(`error: ${(error as Error).message.split('. ')[0]}; --help shows what there is`)
    process.exit(1)
  }
}
