/** Loaded before a test file: gives it counting-uvu.ts where it asks for uvu. */
import { registerHooks } from 'node:module'
import '../build/made-catalogue.ts'

const counting = new URL('./counting-uvu.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'uvu' && context.parentURL !== counting
      ? { url: counting, shortCircuit: true }
      : next(specifier, context),
})
