import { builtinModules } from 'node:module'
import type { Plugin } from 'esbuild'

/**
 * Loads a module of Node when something of it is first used. A bundle's own imports of them would all be made at its start, also
 * those of code that never runs; and a `require` of one reads every export once, of which `MIMEType` in node:util and
 * `WebSocket` in node:http, for two, load libraries of their own. Half of the time until the program answers.
 *
 * What esbuild makes of an import of CommonJS has the prototype of its exports: here one that asks Node for each name, and
 * keeps the answer.
 */
export const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup({ onResolve, onLoad }) {
    const names = builtinModules.map(name => name.replace('/', '\\/')).join('|')
    onResolve({ filter: new RegExp(`^(node:.+|${names})$`) }, ({ path, namespace, kind }) => {
      // The `require` below asks for the same name; that one is Node's.
      if (namespace === LAZY || namespace === EAGER) return { path, external: true }
      const isLazy = kind === 'import-statement' && !ALWAYS_LOADED.has(path.replace(/^node:/, ''))
      return { path, namespace: isLazy ? LAZY : EAGER, sideEffects: false }
    })
    onLoad({ filter: /.*/, namespace: LAZY }, ({ path }) => ({ contents: lazily(path), loader: 'js' }))
    onLoad({ filter: /.*/, namespace: EAGER }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)})`,
      loader: 'js',
    }))
  },
}

const LAZY = 'builtin'

/** A `require` in a package: it runs when its package does, and packages copy what they get, name by name. */
const EAGER = 'required-builtin'

/** Node has them loaded by then, or what they export changes (`process.exitCode`), or is itself called. */
const ALWAYS_LOADED: ReadonlySet<string> = new Set(['assert', 'events', 'module', 'process', 'stream'])

function lazily(path: string): string {
  const load = `require(${JSON.stringify(path)})`
  return `module.exports = Object.create(new Proxy({}, {
  get(_, name, exports) {
    const value = ${load}[name]
    Object.defineProperty(exports, name, { value, configurable: true })
    return value
  },
  has: (_, name) => name in ${load},
}))`
}
