import { discover } from '../../src/cluster/discovery/discovery.ts'
import { LogRun } from '../../src/cluster/facts/log-run.ts'
import type { Catalogue } from '../../src/diagnosis/catalogue/catalogue.ts'
import { diagnoseCluster } from '../../src/operations/inspect/diagnose-cluster.ts'
import { type Cause, type ExplainedObject, wordedCause } from '../../src/render/words/explanation.ts'
import type { Sandbox } from '../../src/sandbox/sandbox.ts'

export interface Explained {
  readonly objects: readonly ExplainedObject[]
  readonly causes: readonly Cause[]
  /** `CODE subject-name` of each cause, sorted. */
  readonly codes: readonly string[]
  /** The object of this kind and name; throws when it is not explained. */
  object(kind: string, name: string): ExplainedObject
  /** Codes of the causes that hold this object, sorted. */
  codesOf(kind: string, name: string): readonly string[]
}

/** Explains everything in a sandbox as it stands now, through the same reads as a real cluster's. */
export async function explained(
  sandbox: Sandbox,
  options: { namespace?: string; user?: string; catalogue?: Catalogue; sleep?: () => Promise<void> } = {},
): Promise<Explained> {
  const transport = sandbox.transport(options.user)
  const discovery = await discover(transport)
  const { namespace, catalogue, sleep } = options
  const request = {
    discovery,
    pageSize: 500,
    logs: new LogRun(),
    ...(namespace !== undefined && { namespace }),
    ...(catalogue && { catalogue }),
    ...(sleep && { sleep }),
  }
  const { objects, causes: coded } = await diagnoseCluster(transport, request, sandbox.clock.now())
  const causes = coded.map(wordedCause)
  const object = (kind: string, name: string): ExplainedObject => {
    const found = objects.find(({ ref }) => ref.kind === kind && ref.name === name)
    if (found === undefined)
      throw new Error(`${kind}/${name} is not among ${objects.map(({ ref }) => `${ref.kind}/${ref.name}`)}`)
    return found
  }
  return {
    objects,
    causes,
    codes: causes.map(({ code, subject }) => `${code} ${subject.name}`).toSorted(),
    object,
    codesOf: (kind, name) => {
      const ids = new Set(object(kind, name).causes)
      return causes
        .filter(({ id }) => ids.has(id))
        .map(({ code }) => code)
        .toSorted()
    },
  }
}
