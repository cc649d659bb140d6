/** Loaded before a test file: replaces its import of uvu with counting-uvu.ts. */
import { registerHooks } from 'node:module'
import '../build/made-catalogue.ts'

const counting = new URL('./counting-uvu.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'uvu' && context.parentURL !== counting
      ? { url: counting, shortCircuit: true }
      : next(specifier, context),
})
