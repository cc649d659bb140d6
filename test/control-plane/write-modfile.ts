/**
 * `node scripts/setup.mjs test/control-plane/write-modfile.ts KUBERNETES ETCD FILE` (1.36.3 3.6.8 go.mod): writes the modules
 * file of a release, which then belongs into releases.ts. Needs the network. The etcd of a release is the one that
 * k8s.io/kubernetes requires, or a later patch of it.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findGo } from './go.ts'

const [kubernetes, etcd, file] = process.argv.slice(2)
if (kubernetes === undefined || etcd === undefined || file === undefined) {
  throw new Error('usage: write-modfile.ts KUBERNETES ETCD FILE, like 1.36.3 3.6.8 go.mod')
}
const go = await findGo()
if (go === undefined) throw new Error('Go is not installed')

const staging = `v${kubernetes.replace(/^1\./, '0.')}`
const downloaded = execFileSync(go, ['mod', 'download', '-json', `k8s.io/kubernetes@v${kubernetes}`], {
  encoding: 'utf8',
})
const original = readFileSync(JSON.parse(downloaded).GoMod, 'utf8')
const goLine = /^go .*$/m.exec(original)?.[0]
const staged = new Set([...original.matchAll(/(k8s\.io\/[a-z-]+) => \.\/staging/g)].map(([, name]) => name!))

writeFileSync(
  join(import.meta.dirname, file),
  `module kubectl-finalize/test/control-plane

${goLine}

require (
	go.etcd.io/etcd/server/v3 v${etcd}
	k8s.io/component-base ${staging}
	k8s.io/kubectl ${staging}
	k8s.io/kubernetes v${kubernetes}
)

// k8s.io/kubernetes asks for v0.0.0 of its staging modules and replaces them by folders; these are the published ones.
replace (
${[...staged]
  .sort()
  .map(name => `	${name} => ${name} ${staging}`)
  .join('\n')}
)
`,
)
execFileSync(go, ['mod', 'tidy', `-modfile=${file}`], { cwd: import.meta.dirname, stdio: 'inherit' })
