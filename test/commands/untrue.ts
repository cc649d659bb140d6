/** As much of the answer of `explain -o json` as is compared. */
export interface Explanation {
  readonly complete: boolean
  readonly objects: readonly {
    readonly ref: { readonly uid: string; readonly kind: string; readonly name: string }
    readonly verdict: string
    readonly deletionTimestamp?: string
  }[]
  readonly causes: readonly {
    readonly id: string
    readonly code: string
    readonly verdict: string
    readonly summary: string
    readonly blocks: readonly { readonly uid: string }[]
  }[]
}

/** What is told of a part of a cluster, and the whole of it does not tell: nothing may be, but what is unknown. */
export function untrue(there: Explanation, here: Explanation): readonly string[] {
  const verdicts = new Map(there.objects.map(({ ref, verdict }) => [ref.uid, verdict]))
  const causes = new Map(there.causes.map(cause => [cause.id, cause]))
  return [
    ...here.objects
      .filter(({ ref, verdict }) => verdict !== 'unknown' && verdict !== verdicts.get(ref.uid))
      .map(({ ref, verdict }) => `${ref.kind}/${ref.name} is ${verdict}, and was ${verdicts.get(ref.uid)}`),
    ...here.causes
      .filter(({ id, verdict }) => verdict !== 'unknown' && !causes.has(id))
      // The same of whom less is known: whose product it is, say.
      .filter(cause => !there.causes.some(whole => isPartOf(cause, whole)))
      // What a controller reports is true; why it fails (a webhook, a missing right) needs the server's own answer.
      .filter(
        ({ code, blocks }) => code !== 'CleanupFailing' || blocks.some(({ uid }) => verdicts.get(uid) !== 'stuck'),
      )
      .map(({ id, verdict, summary }) => `${id} is ${verdict}: ${summary}`),
    ...here.causes.flatMap(({ id, blocks }) => {
      const known = new Set(causes.get(id)?.blocks.map(({ uid }) => uid))
      return causes.has(id) ? blocks.filter(({ uid }) => !known.has(uid)).map(({ uid }) => `${id} holds ${uid}`) : []
    }),
  ]
}

type Cause = Explanation['causes'][number]

function isPartOf(cause: Cause, whole: Cause): boolean {
  const held = new Set(whole.blocks.map(({ uid }) => uid))
  return cause.code === whole.code && cause.verdict === whole.verdict && cause.blocks.every(({ uid }) => held.has(uid))
}
