/** What `npm run build:headlamp` makes of src/browser.ts, as far as the section uses it. */
export interface Cause {
  readonly id: string
  readonly code: string
  readonly verdict: string
  readonly summary: string
  readonly evidence: readonly { readonly fact: string; readonly source: string }[]
  readonly remedies: readonly Remedy[]
}

export interface Remedy {
  readonly kind: string
  readonly summary: string
  readonly commands: readonly string[]
  readonly risk: string
  readonly leaks: readonly string[]
}

export interface Answer {
  readonly explanation: {
    readonly takenAt: string
    readonly complete: boolean
    readonly objects: readonly { readonly ref: { readonly uid: string }; readonly verdict: string }[]
    readonly causes: readonly Cause[]
  }
  readonly picture: string
  readonly notes: readonly string[]
}

export function explainInPage(
  object: {
    readonly apiVersion: string
    readonly kind: string
    readonly name: string
    readonly namespace?: string | undefined
  },
  cluster: {
    readonly server: string
    readonly fetch: typeof fetch
    readonly context: string
    readonly signal: AbortSignal
    readonly say?: (line: string) => void
  },
): Promise<Answer>
