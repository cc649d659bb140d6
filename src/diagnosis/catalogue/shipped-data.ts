import type { Rows } from './rows.ts'

/**
 * The shipped catalogue: its entries, in the form of packed.ts, and the rows of all projects. The build replaces this
 * file with what it makes of catalogue/*.yaml; for tests, scripts/build/made-catalogue.ts does.
 */
export const lines: readonly string[] = unmade()
export const rows: Rows = unmade()

function unmade(): never {
  throw new Error('the catalogue is made by the build: run dist/kubectl-finalize, or a test by npm run test:unit')
}
