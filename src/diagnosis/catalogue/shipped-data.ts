import type { Rows } from './rows.ts'

/**
 * The catalogue that is shipped: its entries, as packed.ts has them, and the rows of all projects. The build puts what it makes of
 * catalogue/*.yaml in the place of this file, and so does scripts/build/made-catalogue.ts for tests, which run the sources.
 */
export const lines: readonly string[] = unmade()
export const rows: Rows = unmade()

function unmade(): never {
  throw new Error('the catalogue is made by the build: run dist/kubectl-finalize, or a test by npm run test:unit')
}
