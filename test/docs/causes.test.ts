import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import * as builtin from '../../src/api/builtin-finalizers.ts'
import { policies } from '../../src/diagnosis/policy.ts'
import { FINAL, OVERRIDABLE } from '../../src/plan/guard.ts'
import { proofRows } from './proof-rows.ts'

const test = suite('docs/causes.md')

const page = readFileSync(resolve(import.meta.dirname, '../../docs/causes.md'), 'utf8')
const proofs = readFileSync(resolve(import.meta.dirname, '../../docs/causes-proofs.md'), 'utf8')

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

test('tells of every code what it means, where its proof is, what to do and what else it could be', () => {
  for (const code of codes) {
    for (const part of [
      '*Subject:',
      'Verdict:',
      '**What it means.**',
      `[What proves it](causes-proofs.md#${code.toLowerCase()})`,
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

test('has what proves each code in a page of its own, with the rows of the table of decisions', () => {
  const told = new Map(proofs.split(/^## /m).map(text => [text.slice(0, text.indexOf('\n')), text]))
  assert.equal([...told.keys()].slice(1).toSorted(), codes.toSorted())
  for (const code of codes) {
    const rows = told
      .get(code)!
      .split('\n')
      .filter(line => line.startsWith('|'))
    assert.equal(rows, proofRows(code), code)
  }
})

test('has links that lead somewhere', () => {
  const anchorsOf = (text: string) =>
    new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) => title!.toLowerCase().replaceAll(' ', '-')))
  const linksOf = (text: string, target: string) =>
    [...text.matchAll(/\]\(([^)#]*)#([^)]+)\)/g)].filter(([, path]) => path === target).map(([, , anchor]) => anchor!)
  assert.ok(linksOf(page, '').length > codes.length)
  const broken = [
    ...linksOf(page, '').filter(anchor => !anchorsOf(page).has(anchor)),
    ...linksOf(proofs, '').filter(anchor => !anchorsOf(proofs).has(anchor)),
    ...linksOf(page, 'causes-proofs.md').filter(anchor => !anchorsOf(proofs).has(anchor)),
    ...linksOf(proofs, 'causes.md').filter(anchor => !anchorsOf(page).has(anchor)),
  ]
  assert.equal(broken, [])
})

test.run()
