/** Loaded before sources that run as they are: gives them the catalogue that `catalogueModule` made where they ask for shipped-data.ts. */
import { registerHooks } from 'node:module'

const unmade = new URL('../../src/diagnosis/catalogue/shipped-data.ts', import.meta.url).href
const made = new URL('../../dist/catalogue.mjs', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context)
    return found.url === unmade ? { url: made, shortCircuit: true } : found
  },
})
