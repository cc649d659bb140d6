/** Loaded before sources that run as they are: gives them the catalogue that `catalogueModule` made where they ask for records.ts. */
import { registerHooks } from 'node:module'

const records = new URL('../../src/diagnosis/catalogue/records.ts', import.meta.url).href
const made = new URL('../../dist/catalogue.mjs', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context)
    return found.url === records ? { url: made, shortCircuit: true } : found
  },
})
