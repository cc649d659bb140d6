/**
 * Loaded before a test file: replaces its import of uvu with counting-uvu.ts, and has Node keep the compiled code of what is imported:
 * stripping and compiling the sources again took each file half of its CPU time. Not by NODE_COMPILE_CACHE, which what a test starts would inherit.
 */
import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)))
await import('../build/made-catalogue.ts')

const counting = new URL('./counting-uvu.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'uvu' && context.parentURL !== counting
      ? { url: counting, shortCircuit: true }
      : next(specifier, context),
})
