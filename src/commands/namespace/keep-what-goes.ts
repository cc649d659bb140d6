import type { Content } from '../../change/namespace-content.ts'
import type { Step } from '../../change/outcome.ts'
import type { Tools } from '../../change/tools.ts'
import { mapConcurrently } from '../../cluster/map-concurrently.ts'
import { readWhole } from '../../cluster/read-whole.ts'

const CONCURRENT_READS = 8

/**
 * Keeps on disk what the end of its namespace deletes, and answers the step of each; what is gone by now has none.
 * Rejects when one cannot be read or kept: then the namespace is not to be deleted.
 */
export async function keepWhatGoes(
  contents: readonly Content[],
  { transport, backups, signal }: Pick<Tools, 'transport' | 'backups' | 'signal'>,
): Promise<readonly Pick<Step, 'ref' | 'action' | 'backup'>[]> {
  const kept: Pick<Step, 'ref' | 'action' | 'backup'>[] = []
  await mapConcurrently(CONCURRENT_READS, contents, async ({ ref, type }) => {
    const now = await readWhole(transport, type, ref, signal)
    if (now?.metadata.uid !== ref.uid) return
    kept.push({ ref, action: 'Delete', backup: await backups.keep(ref, now) })
  })
  return kept
}
