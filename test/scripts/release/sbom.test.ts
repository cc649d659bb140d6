import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Ajv, type Schema } from 'ajv'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const test = suite('the SBOM of a release')

const root = resolve(import.meta.dirname, '../../..')
const SCHEMAS = join(root, 'node_modules/@cyclonedx/cyclonedx-library/res/schema')
const schema = (name: string): Schema =>
  JSON.parse(readFileSync(join(SCHEMAS, `${name}.SNAPSHOT.schema.json`), 'utf8')) as Schema

interface Sbom {
  readonly specVersion: string
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } }
  readonly components: readonly { readonly purl: string }[]
}

const made = (env: NodeJS.ProcessEnv = {}): string =>
  execFileSync(process.execPath, ['scripts/setup.mjs', 'scripts/release/sbom.ts'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })

const printed = made()

/** What CycloneDX's own schema of that version says against it. */
function faults(sbom: Sbom): readonly (string | undefined)[] {
  const ajv = new Ajv({
    // Formats of addresses are not checked: they are those of package.json and of packages.
    ...{ strict: false, allErrors: true, formats: { 'iri-reference': true, 'idn-email': true, uri: true } },
    ...{ addUsedSchema: false },
  })
  ajv.addFormat('date-time', value => !Number.isNaN(Date.parse(value)))
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`)
  const validate = ajv.compile(schema(`bom-${sbom.specVersion}`))
  validate(sbom)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

test('is what the schema of CycloneDX asks for, names the program, and lists each package of the lockfile', () => {
  const sbom = JSON.parse(printed) as Sbom
  assert.equal(faults(sbom), [])
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { component } = sbom.metadata
  assert.equal([component.name, component.version], [name, version])
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { readonly version?: string; readonly link?: true }>>
  }
  const listed = new Set(sbom.components.map(({ purl }) => decodeURIComponent(purl).split('?')[0]))
  for (const [path, { version, link }] of Object.entries(packages)) {
    const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? []
    if (name !== undefined && !link) assert.ok(listed.has(`pkg:npm/${name}@${version}`), path)
  }
})

test('would be found wrong', () => {
  const sbom = JSON.parse(printed) as Sbom
  const [first, ...others] = sbom.components
  assert.equal(faults({ ...sbom, components: [{ ...first!, type: 'libary' } as never, ...others] }), [
    '/components/0/type must be equal to one of the allowed values',
  ])
  const metadata = { ...sbom.metadata, timestamp: 'yesterday' }
  assert.equal(faults({ ...sbom, metadata }), ['/metadata/timestamp must match format "date-time"'])
})

test('is the same each time', () => {
  assert.is(made({ TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8' }), printed)
})

test.run()
