import { resolve } from 'node:path'
import type { Plugin } from 'esbuild'
import { evaluated } from './lazy-commands.ts'

/** Puts the texts that yargs lays out in the place of src/commandline/help-layout.ts, so that yargs is run by the build alone. */
export function madeHelp(root: string): Plugin {
  return {
    name: 'made-help',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]src[\\/]commandline[\\/]help-layout\.ts$/ }, async () => {
        const { helpLayout } = await import('../../src/commandline/help-layout.ts')
        const { commands } = await evaluated(resolve(root, 'src/commands/index.ts'))
        const layout = JSON.stringify(await helpLayout(commands))
        return { contents: `export const helpLayout=async()=>(${layout})`, loader: 'js' }
      })
    },
  }
}
