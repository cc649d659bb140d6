import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import * as builtin from '../../src/api/builtin-finalizers.ts'
import { policies } from '../../src/diagnosis/policy.ts'
import { FINAL, OVERRIDABLE } from '../../src/plan/guard.ts'

const test = suite('docs/causes.md')

const page = readFileSync(resolve(import.meta.dirname, '../../docs/causes.md'), 'utf8')

/** The compiler holds the policies to the type. */
const codes = Object.keys(policies)

const guards = [...OVERRIDABLE, ...FINAL]

const sections = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map(text => [text.slice(0, text.indexOf('\n')), text.split(/^## /m)[0]!]),
)

test('has a section for every code and every guard, and none without one', () => {
  const titles = [...codes, ...guards.map(name => `Guard ${name}`)]
  assert.equal([...sections.keys()].toSorted(), titles.toSorted())
})

test('tells of every code what it means, how it is proven, what to do and what else it could be', () => {
  for (const code of codes) {
    for (const part of [
      '*Subject:',
      'Verdict:',
      '**What it means.**',
      '**How it is proven.**',
      '**What to do.**',
      '**Do not confuse it with**',
    ]) {
      assert.ok(sections.get(code)!.includes(part), `${code}: ${part}`)
    }
  }
})

test('tells of every guard whether it can be passed', () => {
  for (const name of OVERRIDABLE) assert.match(sections.get(`Guard ${name}`)!, '*Passed by `--override`', name)
  for (const name of FINAL) assert.match(sections.get(`Guard ${name}`)!, '*Never passed', name)
})

test('names every finalizer that Kubernetes serves, with what serves it', () => {
  const rows = sections
    .get('ControllerManagerDown')!
    .split('\n')
    .filter(line => line.startsWith('| `'))
  for (const { name, on = 'any type', controller, servedBy } of builtin.BUILTIN_FINALIZERS) {
    const where = servedBy === 'kube-controller-manager' ? '' : `, in ${servedBy}`
    const row = rows.find(each => each.includes(`\`${name}\``) && each.endsWith(`| ${on} | ${controller}${where} |`))
    assert.ok(row, name)
  }
})

test('names the causes and finalizers that guards go by', () => {
  for (const [code, { atWork, repairFirst }] of Object.entries(policies)) {
    if (atWork !== 'never') assert.ok(sections.get('Guard ControllerAlive')!.includes(`[${code}]`), code)
    if (repairFirst !== 'never') assert.ok(sections.get('Guard RepairFirst')!.includes(`[${code}]`), code)
  }
  const { PVC_PROTECTION, PV_PROTECTION, CRD_CLEANUP, ORPHAN, FOREGROUND, JOB_TRACKING, NAMESPACE } = builtin
  for (const name of [PVC_PROTECTION, PV_PROTECTION, CRD_CLEANUP, ORPHAN, FOREGROUND, JOB_TRACKING, NAMESPACE])
    assert.ok(sections.get('Guard ProtectedFinalizer')!.includes(`| \`${name}\``), name)
})

test('has links that lead somewhere', () => {
  const anchors = new Set(
    [...page.matchAll(/^#+ (.+)$/gm)].map(([, title]) => title!.toLowerCase().replaceAll(' ', '-')),
  )
  const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor!)
  assert.ok(links.length > codes.length)
  assert.equal(
    links.filter(anchor => !anchors.has(anchor)),
    [],
  )
})

test.run()
