/**
 * Loaded before a test file while the corpus is recorded: the diagnosis of a cluster then goes through recording/. Nothing of this is in
 * the program that is released.
 */
import { registerHooks } from 'node:module'
import { standInFor } from './stand-ins.ts'

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    const url = standInFor(found.url, context.parentURL)
    return url === undefined ? found : { url, shortCircuit: true }
  },
})
