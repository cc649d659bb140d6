import type { KubeObject } from '../../../src/api/object.ts'
import { discover } from '../../../src/cluster/discovery/discovery.ts'
import { carryOut } from '../../../src/execute/carry-out.ts'
import type { Clusters, GroupProgress, OrderedTools, Stopped } from '../../../src/execute/ordered/ordered-tools.ts'
import type { DeletionGroups, Group } from '../../../src/groups/deletion-groups.ts'
import { findGroups } from '../../../src/operations/replay/find-groups.ts'
import { NO_AIM } from '../../../src/plan/aim.ts'
import type { LiveGroup, LiveObject } from '../../../src/plan/ordered/live-groups.ts'
import type { Step } from '../../../src/plan/outcome.ts'
import { type Deletion, deletionTasks, type Waves } from '../../../src/plan/plan.ts'
import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts'
import { manualClock } from '../../sandbox/manual-clock.ts'
import { journalOfTest } from '../journals.ts'

/** A practice cluster whose controllers work while the program sleeps, and groups of ConfigMaps in namespace default. */
export interface Trial {
  readonly sandbox: Sandbox
  readonly clusters: Clusters
  /** Creates a ConfigMap. */
  put(name: string, metadata?: object): KubeObject
  has(name: string): KubeObject | undefined
  find(...groups: (readonly string[] | Partial<Group>)[]): Promise<readonly LiveGroup[]>
  run(groups: readonly LiveGroup[], tools?: Partial<OrderedTools>, how?: How): Promise<TrialRan>
  /** What happens while the program sleeps; once each, in order. */
  readonly meanwhile: (() => unknown)[]
  /** Takes the finalizers off, as a controller would. */
  release(name: string): Promise<unknown>
}

interface How extends Partial<Pick<Deletion, 'propagation'>> {
  /** Tasks of the plan before its groups. */
  readonly first?: Waves
}

export interface TrialRan {
  readonly steps: readonly Step[]
  readonly stopped: Stopped | undefined
  /** `name result` of each step. */
  readonly told: readonly string[]
  readonly progress: readonly GroupProgress[]
  /** `METHOD name` of each write, in order. */
  readonly writes: readonly string[]
}

const SETTINGS: Omit<DeletionGroups, 'groups'> = {
  system: 'native',
  pollSeconds: 1,
  propagation: 'Background',
  remaining: [],
  notes: [],
}
const PLAIN = { forceDelete: false, deleteAll: false, written: [], items: [] }

export async function trial(furnish: (sandbox: Sandbox) => void = () => {}): Promise<Trial> {
  const clock = manualClock()
  const sandbox = createSandbox({ clock })
  furnish(sandbox)
  const transport = sandbox.transport()
  const home = { cluster: { name: undefined }, transport, discovery: await discover(transport) }
  const clusters: Clusters = new Map([[undefined, home]])
  const meanwhile: (() => unknown)[] = []
  const signal = new AbortController().signal
  const writes: string[] = []
  sandbox.onRequest = ({ method, path }) => {
    if (method === 'DELETE') writes.push(`${method} ${path.split('/').at(-1)}`)
    return undefined
  }
  return {
    sandbox,
    clusters,
    meanwhile,
    put: (name, metadata = {}) =>
      sandbox.put({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default', ...metadata } }),
    release: name =>
      sandbox.handle({
        method: 'PATCH',
        path: `/api/v1/namespaces/default/configmaps/${name}`,
        headers: { 'content-type': 'application/merge-patch+json' },
        body: JSON.stringify({ metadata: { finalizers: null } }),
      }),
    has: name => sandbox.get('v1', 'ConfigMap', name, 'default'),
    find: (...groups) => {
      const written = groups.map(group => {
        if (!Array.isArray(group)) return { ...PLAIN, ...(group as Partial<Group>) }
        const item = { apiVersion: 'v1', kind: 'ConfigMap', names: group as readonly string[], namespaces: ['default'] }
        return { ...PLAIN, items: [item] }
      })
      const options = { clusterOf: async () => home, file: 'order.yaml', deleteAll: false, signal }
      return findGroups({ ...SETTINGS, groups: written }, options)
    },
    async run(groups, tools = {}, { propagation = 'Background', first = [] } = {}) {
      const progress: GroupProgress[] = []
      const stops: Stopped[] = []
      const lent: OrderedTools = {
        transport,
        clusters,
        journal: journalOfTest(),
        reach: NO_AIM,
        subject: async () => 'same',
        clock: {
          now: clock.now,
          elapsed: () => clock.now().getTime() / 1000,
          sleep: async seconds => {
            clock.advance(seconds)
            await meanwhile.shift()?.()
            await sandbox.settle()
          },
        },
        backups: { keep: async ({ name }) => `/backups/${name}`, keepList: async name => `/backups/${name}` },
        signal,
        dryRun: false,
        waitSeconds: 0,
        deadline: clock.now().getTime() / 1000 + 60,
        secondsPerGroup: undefined,
        pollSeconds: 1,
        force: async () => [],
        explain: async objects => new Map(objects.map(({ ref }: LiveObject) => [ref.uid, `held: ${ref.name}`])),
        report: each => void progress.push(each),
        onStop: at => void stops.push(at),
        ...tools,
      }
      const steps = await carryOut([...first, ...deletionTasks(groups, propagation)], lent)
      const told = steps.map(({ ref, result }) => `${ref.name} ${result}`)
      return { steps, stopped: stops[0], told, progress, writes }
    },
  }
}
