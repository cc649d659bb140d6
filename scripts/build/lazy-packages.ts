import type { Plugin } from 'esbuild'

/**
 * What yargs imports at its start and calls only to lay out help. Each makes an Intl.Segmenter when it is loaded, and one
 * of them a regular expression over all emoji: together 80 ms.
 */
const LAZY = ['cliui', 'string-width']

/** Puts a function in the place of these packages' default export, which loads the package at its first call. */
export const lazyPackages: Plugin = {
  name: 'lazy-packages',
  setup({ onResolve, onLoad, resolve }) {
    onResolve(
      { filter: new RegExp(`^(${LAZY.join('|')})$`) },
      async ({ path, kind, importer, resolveDir, pluginData }) => {
        // CommonJS takes the module itself for the function.
        if (kind !== 'import-statement' || pluginData === 'asked') return undefined
        const found = await resolve(path, { kind, importer, resolveDir, pluginData: 'asked' })
        return found.errors.length > 0 ? found : { path: found.path, namespace: 'lazy' }
      },
    )
    onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path }) => ({
      contents: `export default (...args) => require(${JSON.stringify(path)}).default(...args)`,
      loader: 'js',
      resolveDir: '/',
    }))
  },
}
