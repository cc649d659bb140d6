import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse as parseYaml } from 'yaml'
import { BUNDLE_FLAGS } from '../../scripts/build/code-cache.ts'
import { parse } from '../../src/commandline/parse.ts'
import { commands, entryCommand } from '../../src/commands/index.ts'
import { readWatchOptions } from '../../src/commands/watch/options.ts'
import { charted, kustomized, type Manifest, podSpecOf } from './manifests.ts'
import { DEPLOY, deployProgram } from './program.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')
const program = await deployProgram()
const test = suite('deploy: the manifests')
const withGo = program === undefined ? test.skip : test

const FOLDERS = ['base', 'all'] as const

/** What `watch` takes from a command line. Throws where it refuses it. */
function watchOptions(args: readonly string[]) {
  const request = parse(args, commands, entryCommand)
  if ('help' in request) throw new Error(`${args.join(' ')} asks for help`)
  assert.is(request.command.name, 'watch')
  return readWatchOptions({ ...request, namespace: undefined } as never)
}

const pods = (manifests: readonly Manifest[]) => manifests.flatMap(each => podSpecOf(each) ?? [])

test('a flag that does not exist is noticed', () => {
  assert.throws(() => watchOptions(['watch', '--no-such-flag']), /unknown flag/)
})

for (const folder of FOLDERS) {
  withGo(
    `the arguments of ${folder} are taken by the program, and its ports and probes are those it serves`,
    async () => {
      for (const { containers } of pods(await kustomized(program!, folder))) {
        for (const { args, ports = [], livenessProbe, readinessProbe } of containers) {
          const { metrics, once, lease } = watchOptions(args)
          assert.equal(
            ports.map(({ containerPort }) => containerPort),
            once ? [] : [metrics?.port],
          )
          if (once) continue
          assert.equal(
            [livenessProbe?.httpGet, readinessProbe?.httpGet],
            [
              { path: '/healthz', port: ports[0]!.name },
              { path: '/readyz', port: ports[0]!.name },
            ],
          )
          assert.equal(lease, { namespace: 'kubectl-finalize', name: 'kubectl-finalize' })
        }
      }
    },
  )

  withGo(`the Pods of ${folder} run as nobody: no root, no rights, no file system to write to`, async () => {
    const found = pods(await kustomized(program!, folder))
    assert.is(found.length, folder === 'all' ? 2 : 1)
    for (const { securityContext, containers, serviceAccountName } of found) {
      assert.is(serviceAccountName, 'kubectl-finalize')
      assert.equal(securityContext, {
        runAsNonRoot: true,
        runAsUser: 65_532,
        runAsGroup: 65_532,
        seccompProfile: { type: 'RuntimeDefault' },
      })
      for (const container of containers) {
        assert.equal(container.securityContext, {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        assert.ok(container.resources.requests && container.resources.limits)
      }
    }
  })
}

interface Rule {
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly verbs: readonly string[]
}

const rulesOf = (manifests: readonly Manifest[]) =>
  manifests.filter(({ kind }) => /Role$/.test(kind)).flatMap(({ rules }) => rules as readonly Rule[])
const has = (all: readonly string[] | undefined, word: string) => all?.includes(word) || all?.includes('*')

withGo('the roles of the base have no Secrets, and write nothing but Events and their Lease', async () => {
  const rules = rulesOf(await kustomized(program!, 'base'))
  assert.ok(rules.length > 4)
  assert.equal(
    rules.filter(({ apiGroups, resources }) => has(apiGroups, '') && has(resources, 'secrets')),
    [],
  )
  const writing = rules.filter(({ verbs }) => verbs.some(verb => !['get', 'list', 'watch'].includes(verb)))
  assert.equal(writing.map(({ resources }) => resources?.[0]).toSorted(), ['events', 'leases', 'subjectaccessreviews'])
})

withGo('the component advice writes no more than the texts of one object, and no policy', async () => {
  const own = async (folder: string) =>
    rulesOf(await kustomized(program!, folder)).filter(
      ({ verbs }) => verbs.some(verb => ['create', 'patch', 'delete'].includes(verb)) && !verbs.includes('list'),
    )
  const before = (await own('base')).map(each => JSON.stringify(each))
  const added = (await own('all')).filter(each => !before.includes(JSON.stringify(each)))
  const rule = { apiGroups: ['kubectl-finalize.io'], resources: ['deletionadvices'] }
  assert.equal(added, [
    { ...rule, verbs: ['create'] },
    { ...rule, resourceNames: ['kubectl-finalize-advice'], verbs: ['get', 'patch', 'delete'] },
  ])
  const deployments = (await kustomized(program!, 'all')).filter(({ kind }) => kind === 'Deployment')
  assert.ok(pods(deployments).every(({ containers }) => watchOptions(containers[0]!.args).advice))
})

withGo('with the component secrets they have the rules of docs/rbac/reader.yaml', async () => {
  const rules = rulesOf(await kustomized(program!, 'all'))
  for (const rule of (parseYaml(read('docs/rbac/reader.yaml')) as { rules: Rule[] }).rules) {
    assert.ok(
      rules.some(each => JSON.stringify(each) === JSON.stringify(rule)),
      JSON.stringify(rule),
    )
  }
})

withGo('types that may not be listed are left out on purpose, and only those', async () => {
  const args = async (folder: string) =>
    pods(await kustomized(program!, folder)).flatMap(each => each.containers[0]!.args)
  assert.ok((await args('base')).includes('--skip-types=secrets'))
  assert.not.ok((await args('all')).some(word => word.startsWith('--skip-types')))
})

/** Types that the schema of kustomize does not have: it puts the namespace on them, and the API server drops it, for they have none. */
const UNKNOWN_TO_KUSTOMIZE = ['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding']

/** Labels of the whole kustomization, which the chart has on its own; kustomize has no order of fields. */
function comparable(manifests: readonly Manifest[]) {
  return manifests
    .filter(({ kind }) => kind !== 'Namespace')
    .map(each => {
      const { namespace: _, ...metadata } = each.metadata
      return UNKNOWN_TO_KUSTOMIZE.includes(each.kind) ? { ...each, metadata } : each
    })
    .map(each => [`${each.kind}/${each.metadata.name}`, sorted(each)])
    .toSorted(([a], [b]) => String(a).localeCompare(String(b)))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, each]) => [key, sorted(each)] as const)
      .toSorted(([a], [b]) => a.localeCompare(b)),
  )
}

withGo('the chart is the same as the kustomization, without its Namespace', async () => {
  assert.equal(comparable(await charted(program!, {})), comparable(await kustomized(program!, 'base')))
  const everything = { secrets: true, monitoring: true, cronjob: true, advice: true }
  assert.equal(comparable(await charted(program!, everything)), comparable(await kustomized(program!, 'all')))
})

withGo('the chart goes into any namespace, and its values are checked', async () => {
  const values = { image: 'own/image:1', replicas: 1, monitoring: true, cronjob: true, advice: true }
  const elsewhere = await charted(program!, values, 'ops')
  assert.not.match(
    JSON.stringify(elsewhere),
    /"kubectl-finalize\/kubectl-finalize|"namespace":"kubectl-finalize|account:kubectl-finalize/,
  )
  for (const { args, image } of pods(elsewhere).flatMap(each => each.containers)) {
    assert.is(image, 'own/image:1')
    watchOptions(args)
  }
  for (const wrong of [{ replica: 1 }, { replicas: 'two' }, { secrets: 'yes' }]) {
    const said = await charted(program!, wrong).then(
      () => undefined,
      error => String(error),
    )
    assert.match(said ?? 'accepted', /replica|secrets/, JSON.stringify(wrong))
  }
})

test('the version of image and chart is that of the program', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  assert.ok(read('deploy/chart/values.yaml').includes(`:${version}\n`))
  for (const folder of FOLDERS)
    assert.ok(read(`deploy/kustomize/${folder}/kustomization.yaml`).includes(`newTag: ${version}\n`))
  const chart = parseYaml(read('deploy/chart/Chart.yaml')) as { version: string; appVersion: string }
  assert.equal([chart.version, chart.appVersion], [version, version])
})

// There is no docker where the tests run: the image itself is not built by them.
test('the Dockerfile runs what the build makes, on a Node that it supports, without rights', () => {
  const lines = read('deploy/Dockerfile')
    .split('\n')
    .filter(line => /^[A-Z]/.test(line))
  assert.equal(
    lines.map(line => line.split(' ')[0]),
    ['FROM', 'COPY', 'USER', 'ENTRYPOINT', 'CMD'],
  )
  const [from = '', copy = '', user = '', entry = '', command = ''] = lines
  const [, node] = /^FROM gcr\.io\/distroless\/nodejs(\d+)-debian\d+:nonroot$/.exec(from) ?? []
  const { engines, files } = JSON.parse(read('package.json')) as { engines: { node: string }; files: string[] }
  assert.ok(Number(node) >= Number(/\d+/.exec(engines.node)![0]), from)
  assert.is(user, 'USER 65532:65532')
  const copied = copy.split(' ').slice(1, -1)
  const ignored = read('deploy/Dockerfile.dockerignore')
  for (const path of copied) {
    assert.ok(files.includes(path) || existsSync(resolve(root, path)), path)
    assert.ok(ignored.includes(`!${path}\n`), path)
  }
  const started = ['/nodejs/bin/node', ...BUNDLE_FLAGS, '/app/kubectl-finalize.mjs']
  assert.equal(JSON.parse(entry.slice('ENTRYPOINT '.length)), started)
  watchOptions(JSON.parse(command.slice('CMD '.length)))
  assert.not.ok(
    files.some(path => path.startsWith('deploy')),
    'the npm package has no deploy/',
  )
})

test('the chart takes rules, roles and dashboard from the kustomization', () => {
  for (const [name, from] of [
    ['rules.yaml', 'components/prometheus'],
    ['dashboard.json', 'components/prometheus'],
    ['cluster-role-types.yaml', 'base'],
    ['advice.yaml', 'components/advice'],
  ] as const)
    assert.is(
      readFileSync(`${DEPLOY}/chart/files/${name}`, 'utf8'),
      readFileSync(`${DEPLOY}/kustomize/${from}/${name}`, 'utf8'),
    )
})

test.run()
