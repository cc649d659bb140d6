import { readFile } from 'node:fs/promises'
import type { Plugin } from 'esbuild'

/** Where yargs lays out the help of every command it runs, in case the command should fail later: 60 ms. */
const EAGER = 'cachedHelpMessage = this.help();'

/** Lets yargs lay out help only when it is shown. Fails the build when a new yargs does it otherwise. */
export const helpOnDemand: Plugin = {
  name: 'help-on-demand',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]yargs[\\/]build[\\/]lib[\\/]usage\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      if (!text.includes(EAGER)) return { errors: [{ text: `yargs has no "${EAGER}" any more` }] }
      return { contents: text.replace(EAGER, ''), loader: 'js' }
    })
  },
}
