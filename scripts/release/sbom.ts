/** Prints the SBOM (CycloneDX) of what a release is made from, by package-lock.json: the same sources print the same. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { npm } from './npm.ts'

const root = resolve(import.meta.dirname, '../..')
const { name } = JSON.parse(await readFile(resolve(root, 'package.json'), 'utf8'))
const { serialNumber: _, ...sbom } = JSON.parse(
  await npm(['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'], root),
)
// When it was made says nothing of what it lists.
delete sbom.metadata.timestamp
// npm calls it by the folder.
sbom.metadata.component.name = name
console.log(JSON.stringify({ ...sbom, serialNumber: `urn:uuid:${uuidOf(JSON.stringify(sbom))}` }, null, 2))

/** A UUID (version 8) of a text. */
function uuidOf(text: string): string {
  const digits = createHash('sha256').update(text).digest('hex')
  const parts = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`]
  return [...parts, digits.slice(20, 32)].join('-')
}
