import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Cause } from '../../../src/render/words/explanation.ts'
import { until } from '../../control-plane/until.ts'
import { ownRemedies } from '../../diagnosis/own-remedies.ts'
import { isRefused } from '../remove/removed.ts'
import { api, crd, kubectlAvailable, namespace, unique } from '../rig/rig.ts'
import { carryOut } from './carry-out.ts'
import { explained } from './explained-e2e.ts'
import { installOperator, type Rights, stuckObject } from './operator.ts'

const test = suite('explain of a controller whose account lacks a verb')
// The printed commands are carried out with the stock kubectl.
const withKubectl = kubectlAvailable() ? test : test.skip

const READS = ['get', 'list', 'watch']
const WRITES = ['update', 'patch']

/** What its role gives, and what is said to be missing; '': nothing. */
const CASES: readonly (readonly [(plural: string) => Rights, (resource: string) => string])[] = [
  [
    plural => ({ [plural]: [...READS, 'update', 'deletecollection'], [`${plural}/status`]: WRITES }),
    resource => `patch ${resource}`,
  ],
  [plural => ({ [plural]: [...READS, 'patch'], [`${plural}/status`]: ['*'] }), resource => `update ${resource}`],
  [plural => ({ [plural]: ['get', ...WRITES], [`${plural}/status`]: WRITES }), resource => `list or watch ${resource}`],
  // A star behind a type gives nothing.
  [
    plural => ({ [plural]: [...READS, ...WRITES], [`${plural}/*`]: ['*'] }),
    resource => `update or patch ${resource}/status`,
  ],
  [plural => ({ [plural]: ['*'], '*/status': WRITES }), () => ''],
]

type Case = Awaited<ReturnType<typeof arranged>>

/** A lake of a type of its own, whose operator is ready and silent (fake: a Pod) and has these rights. */
async function arranged([rights, missing]: (typeof CASES)[number]) {
  const [home, place] = [await namespace(), await namespace()]
  const lakes = await crd({ kind: 'Lake' })
  const name = unique('lake-operator')
  await installOperator({ type: lakes, namespace: home, name, state: 'running', rights: rights(lakes.plural) })
  const lake = await stuckObject(lakes, place, 'blue', { manager: name, operator: 'unseen' })
  return { lake, place, name, home, resource: lakes.resource, missing: missing(lakes.resource) }
}

async function causeOf({ place }: Case): Promise<Cause> {
  const [cause, ...others] = (await explained(['-n', place])).causesOf('Lake', 'blue')
  assert.is(others.length, 0)
  return cause!
}

/** Does as its operator what takes each right, one verb after the other; the verbs that the server refuses. */
async function refused({ lake, home, name }: Case): Promise<readonly string[]> {
  const path = await api.pathOf(lake)
  const headers = {
    'Impersonate-User': `system:serviceaccount:${home}:${name}`,
    'Impersonate-Group': 'system:serviceaccounts',
  }
  const asks = [
    ['update', await api.raw('PUT', `${path}?dryRun=All`, await api.get(lake), headers)],
    [
      'patch',
      await api.raw(
        'PATCH',
        `${path}?dryRun=All`,
        { metadata: { labels: { seen: 'yes' } } },
        {
          ...headers,
          'content-type': 'application/merge-patch+json',
        },
      ),
    ],
  ] as const
  return asks.flatMap(([verb, { status }]) => (status === 403 ? [verb] : []))
}

withKubectl('it is suspected by just that verb, and granted just that; one that lacks none is not', async () => {
  const cases: Case[] = []
  for (const each of CASES) cases.push(await arranged(each))
  // In the first half minute it is too early to tell.
  const isOld = async () =>
    Date.now() > Date.parse(cases.at(-1)!.lake.metadata.deletionTimestamp) + 31_000 ? true : undefined
  await until(isOld, { what: 'half a minute to pass', deadlineSeconds: 60 })
  for (const each of cases) {
    const { lake, place, name, resource, missing } = each
    const cause = await causeOf(each)
    if (missing === '') {
      assert.is(cause.code, 'CleanupInProgress')
      continue
    }
    assert.equal([cause.code, cause.verdict, cause.subject.name], ['ControllerForbidden', 'unknown', name])
    assert.ok(cause.evidence[0]!.fact.endsWith(` may not ${missing}`), cause.evidence[0]!.fact)
    assert.ok(cause.summary.includes(missing), cause.summary)
    await isRefused(lake, 'RepairFirst', [`${resource}/blue`, '-n', place, '--override=ControllerAlive'])
    const [grant, ...more] = ownRemedies(cause).filter(({ kind }) => kind === 'repair')
    assert.equal([more.length, grant!.commands.length], [0, 2])
    const [, verbs, what] = / --verb (\S+) --resource (\S+)/.exec(grant!.commands[0]!)!
    assert.is(`${verbs!.replaceAll(',', ' or ')} ${what}`, missing)
    const before = await refused(each)
    assert.equal(
      before,
      WRITES.filter(verb => missing === `${verb} ${resource}`),
    )
    for (const command of grant!.commands) await carryOut(command)
    assert.equal(
      await until(async () => ((await refused(each)).length === 0 ? [] : undefined), {
        what: 'the right',
        deadlineSeconds: 30,
      }),
      [],
    )
    assert.is((await causeOf(each)).code, 'CleanupInProgress')
  }
})

test.run()
