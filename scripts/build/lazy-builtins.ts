import { builtinModules } from 'node:module'
import type { Plugin } from 'esbuild'

/**
 * Loads a module of Node when the code that asks for it first runs. A bundle's own imports of them would all be made at its
 * start, also those of code that is imported lazily; and an import reads every export once, of which `WebSocket` in
 * node:http, for one, loads a library of its own. Nearly half of the time until the program answers.
 */
export const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup({ onResolve, onLoad }) {
    const names = builtinModules.map(name => name.replace('/', '\\/')).join('|')
    onResolve({ filter: new RegExp(`^(node:.+|${names})$`) }, ({ path, namespace }) =>
      // The `require` below asks for the same name; that one is Node's.
      namespace === 'builtin' ? { path, external: true } : { path, namespace: 'builtin', sideEffects: false },
    )
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)})`,
      loader: 'js',
    }))
  },
}
