import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { parse } from 'yaml'

const test = suite('.github')

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const files = readdirSync(join(root, '.github'), { recursive: true, encoding: 'utf8' })
  .filter(path => /\.ya?ml$/.test(path))
  .map(path => join('.github', path))
const workflows = files.filter(path => path.startsWith('.github/workflows/'))
const forms = files.filter(path => path.startsWith('.github/ISSUE_TEMPLATE/') && !path.endsWith('config.yml'))

interface Step {
  readonly run?: string
  readonly uses?: string
}

interface Workflow {
  readonly permissions?: object
  readonly jobs: Readonly<Record<string, { readonly 'timeout-minutes'?: number; readonly steps: readonly Step[] }>>
}

interface Form {
  readonly name: string
  readonly description: string
  readonly body: readonly {
    readonly type: string
    readonly id?: string
    readonly validations?: { required?: boolean }
  }[]
}

const steps = (path: string) => Object.values((parse(read(path)) as Workflow).jobs).flatMap(job => job.steps)

test('is YAML without a mistake', () => {
  assert.is(workflows.length, 2)
  for (const path of files) assert.ok(parse(read(path), { strict: true, uniqueKeys: true }), path)
})

test('runs scripts that are there', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const runs = workflows.flatMap(steps).flatMap(({ run }) => run ?? [])
  assert.ok(runs.includes('.ci/run'))
  for (const run of runs) {
    for (const [, name] of run.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)) assert.ok(scripts[name!], name)
    for (const [path] of run.matchAll(/(?:\.ci|scripts)\/[\w./-]+/g)) assert.ok(existsSync(join(root, path)), path)
  }
})

test('has no script in YAML alone: each step of the release is one of the repository, and its tests run it', () => {
  const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.ts'))
    .map(path => read(join('test', path)))
    .join()
  const runs = steps('.github/workflows/release.yaml').flatMap(({ run }) => run ?? [])
  for (const run of runs) {
    const [, script] = /^scripts\/release\/([\w-]+\.sh)(?: "\$GITHUB_REF_NAME")?(?: dist\/release)?$/.exec(run) ?? []
    if (script === undefined) assert.match(run, /^(\.ci\/run|npm run [\w:]+)$/)
    else assert.ok(tests.includes(`'${script}'`), `${script} is not run by a test`)
  }
})

test('pins what it uses, and says the version beside a commit', () => {
  for (const path of workflows) {
    const used = [...read(path).matchAll(/uses: (\S+)@(\S+)(.*)$/gm)]
    assert.is(used.length, steps(path).filter(({ uses }) => uses !== undefined).length, path)
    for (const [line, , version, comment] of used) {
      if (/^[0-9a-f]{40}$/.test(version!)) assert.match(comment!, /^ # v\d+\.\d+\.\d+$/, line)
      else assert.match(version!, /^v\d/, line)
    }
  }
})

test('grants little by default, and bounds the time of every job', () => {
  for (const path of workflows) {
    const { permissions, jobs } = parse(read(path)) as Workflow
    assert.equal(permissions, { contents: 'read' }, path)
    for (const [name, job] of Object.entries(jobs)) assert.ok(job['timeout-minutes'], `${path} ${name}`)
  }
})

test('asks in every form for the version and the explanation', () => {
  assert.ok(forms.length >= 3)
  for (const path of forms) {
    const { name, description, body } = parse(read(path)) as Form
    assert.ok(name && description, path)
    const ids = body.flatMap(({ id }) => id ?? [])
    assert.equal(ids, [...new Set(ids)], path)
    assert.ok(ids.includes('version') && ids.includes('explanation'), path)
    assert.is(body.find(({ id }) => id === 'version')?.validations?.required, true, path)
  }
})

test("hands the bot of krew's index the template of the root, which is where it looks", () => {
  assert.not.match(read('.github/workflows/release.yaml'), /krew_template_file/)
  assert.ok(existsSync(join(root, '.krew.yaml')))
})

test.run()
