import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { build, type Plugin } from 'esbuild'
import type { Command } from '../../src/commandline/command.ts'
import { lazyBuiltins } from './lazy-builtins.ts'

/**
 * Loads what a command runs when it is run. Its name, help and flags, which a command line is read by, are data: they are written into
 * src/commands/index.ts as they are at the build, so that `version` does not load what `explain` thinks with.
 */
export const lazyCommands: Plugin = {
  name: 'lazy-commands',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/]commands[\\/]index\.ts$/ }, async ({ path }) => {
      const { commands, entryCommand } = await evaluated(path)
      const entries = commands.map(({ run: _, ...data }) => {
        const text = JSON.stringify(data)
        if (!isDeepStrictEqual(JSON.parse(text), data))
          throw new Error(`${data.name}: a command is data but for its run`)
        return `{...${text},run:async(...given)=>(await import("./${data.name}.ts")).${data.name}.run(...given)}`
      })
      const contents = `export const commands=[${entries.join(',\n')}]
export const entryCommand=commands[${commands.indexOf(entryCommand)}]`
      return { contents, loader: 'js' }
    })
  },
}

interface Commands {
  readonly commands: readonly Command[]
  readonly entryCommand: Command
}

/** The commands as they are in the sources: bundled, which is sooner than Node reading hundreds of files. */
export async function evaluated(entry: string): Promise<Commands> {
  const folder = await mkdtemp(join(tmpdir(), 'kubectl-finalize-commands-'))
  try {
    const outfile = join(folder, 'commands.cjs')
    await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', plugins: [lazyBuiltins] })
    const { default: exports } = await import(pathToFileURL(outfile).href)
    return exports
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
