/**
 * Loaded before a test file: gives it counting-uvu.ts where it asks for uvu, and the catalogue that scripts/test.ts made of
 * catalogue/*.yaml where it asks for the one that is shipped.
 */
import { registerHooks } from 'node:module'

const counting = new URL('./counting-uvu.ts', import.meta.url).href
const records = new URL('../../src/diagnosis/catalogue/records.ts', import.meta.url).href
const made = new URL('../../dist/catalogue.mjs', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === 'uvu' && context.parentURL !== counting) return { url: counting, shortCircuit: true }
    const found = next(specifier, context)
    return found.url === records ? { url: made, shortCircuit: true } : found
  },
})
