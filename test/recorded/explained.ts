import { join } from 'node:path'
import { headless } from '../headless.ts'

interface Told {
  readonly objects: readonly {
    readonly ref: { readonly kind: string; readonly namespace?: string; readonly name: string }
    readonly verdict: string
  }[]
  readonly causes: readonly { readonly id: string; readonly verdict: string; readonly blocks: readonly unknown[] }[]
}

/** The causes and verdicts of a recording of this folder, as `npm run incident` writes them into a test. */
export async function explained(file: string) {
  const { stdout, stderr } = await headless(['explain', '--from', join(import.meta.dirname, file), '-o', 'json'])
  if (stdout === '') throw new Error(stderr)
  const { causes, objects } = JSON.parse(stdout) as Told
  return {
    causes: causes.map(({ id, verdict, blocks }) => ({ id, verdict, blocks: blocks.length })),
    objects: Object.fromEntries(
      objects.map(({ ref, verdict }) => [
        [ref.kind, ref.namespace, ref.name].filter(part => part !== undefined).join('/'),
        verdict,
      ]),
    ),
  }
}
