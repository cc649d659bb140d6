import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { temporaryFolder } from '../cluster/temporary-folder.ts'
import { ended } from './programs.ts'
import { ISSUER, sigstore } from './sigstore.ts'

const test = suite('cosign itself')

/** Its path, where `npm run test:cosign` built it. */
const cosign = process.env.KUBECTL_FINALIZE_COSIGN
const its = cosign === undefined ? test.skip : test

const root = resolve(import.meta.dirname, '../..')

/** The words of docs/install.md by which a user verifies SHA256SUMS. */
function verification(): readonly string[] {
  const text = readFileSync(join(root, 'docs/install.md'), 'utf8')
  return /^cosign (verify-blob [^`]*?[^\\])\n(?! )/m.exec(text)![1]!.replaceAll('\\\n', ' ').trim().split(/\s+/)
}

its(
  'signs as the workflow does, and what docs/install.md says accepts that signature, of no other file and no other identity',
  async () => {
    const words = verification()
    const identity = words[words.indexOf('--certificate-identity') + 1]!
    assert.is(words[words.indexOf('--certificate-oidc-issuer') + 1], ISSUER)
    using services = await sigstore(identity)
    using folder = temporaryFolder()
    const at = (name: string): string => join(folder.path, name)
    writeFileSync(at('signing.json'), JSON.stringify(services.signing))
    writeFileSync(at('trusted.json'), JSON.stringify(services.trusted))
    // The program finds the services of the test in place of sigstore's own.
    writeFileSync(
      at('cosign'),
      `#!/bin/sh\nwhat=$1; shift\nexec '${cosign}' "$what" --signing-config '${at('signing.json')}' --trusted-root '${at('trusted.json')}' "$@"\n`,
    )
    chmodSync(at('cosign'), 0o755)
    writeFileSync(at('a.tar.gz'), 'an archive')
    const sums = execFileSync('sha256sum', ['a.tar.gz'], { cwd: folder.path })
    writeFileSync(at('SHA256SUMS'), sums)

    const env = { ...services.env, HOME: folder.path, PATH: [folder.path, process.env.PATH].join(delimiter) }
    const signed = await ended(join(root, 'scripts/release/sign.sh'), [folder.path], { env })
    assert.is(signed.code, 0, signed.output)
    const verified = (more: readonly string[] = []) =>
      ended(cosign!, [...words, '--trusted-root', at('trusted.json'), ...more], {
        env: { HOME: folder.path },
        cwd: folder.path,
      })
    const good = await verified()
    assert.is(good.code, 0, good.output)
    assert.match(good.output, 'Verified OK')

    const another = await verified(['--certificate-identity', identity.replace('release.yaml', 'other.yaml')])
    assert.is.not(another.code, 0, another.output)
    writeFileSync(at('SHA256SUMS'), `${sums}\n`)
    const changed = await verified()
    assert.is.not(changed.code, 0, changed.output)
  },
)

test.run()
