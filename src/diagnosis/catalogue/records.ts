/**
 * The catalogue that is shipped, one record in JSON a line (record.ts has the columns). The build puts what it makes of
 * catalogue/*.yaml in the place of this file, and so does scripts/test/preload.ts for tests, which run the sources.
 */
export const lines: readonly string[] = unmade()

function unmade(): never {
  throw new Error('the catalogue is made by the build: run dist/kubectl-finalize, or a test by npm run test:unit')
}
