import { discover } from '../../cluster/discovery/discovery.ts'
import { DEFAULT_PAGE_SIZE } from '../../cluster/scan/scan.ts'
import { survey } from '../../cluster/survey.ts'
import type { Catalogue, CatalogueEntry } from '../../diagnosis/catalogue/catalogue.ts'
import type { Ports } from '../ports.ts'

/**
 * The catalogue entries, each once, of finalizers on terminating objects in the recording or dump of this run, and the
 * names that have no entry.
 */
export async function standingEntries(
  catalogue: Catalogue,
  ports: Ports,
): Promise<{ readonly known: readonly CatalogueEntry[]; readonly unknown: readonly string[] }> {
  const { transport, namespace } = await ports.connect()
  const discovery = await discover(transport, ports.signal)
  const request = { discovery, pageSize: DEFAULT_PAGE_SIZE, fallbackNamespace: namespace, signal: ports.signal }
  const { snapshot } = await survey(transport, request, ports.clock.now())
  const entries = new Set<CatalogueEntry>()
  const unknown = new Set<string>()
  for (const { ref, finalizers } of snapshot.objects) {
    for (const { name } of finalizers) {
      const entry = catalogue.find(name, ref.resource)
      if (entry === undefined) unknown.add(name)
      else entries.add(entry)
    }
  }
  return { known: [...entries], unknown: [...unknown] }
}
