import { placedName } from '../../api/object-ref.ts'
import type { Loss, Preflight } from '../../diagnosis/preflight/foreseen.ts'
import type { Refusal } from '../guard.ts'

/** Data, and what is outside of the cluster, that is destroyed with the objects. A Secret is no more than its backup. */
const DATA: Readonly<Record<Loss['what'], string | undefined>> = {
  VolumeData: 'the data of its volume',
  LoadBalancer: 'its load balancer',
  Outside: 'what its controller cleans up outside of the cluster',
  Secret: undefined,
}

/** Whether a deletion destroys what no backup of this program brings back. */
export function losesData({ loses }: Pick<Preflight, 'loses'>): Refusal | undefined {
  const lost = loses.flatMap(({ ref, what, cleans }) => {
    const text = DATA[what]
    return text === undefined ? [] : [{ ref, text: cleans === undefined ? text : `${text} (${cleans.text})` }]
  })
  const [first] = lost
  if (first === undefined) return undefined
  const more = lost.length === 1 ? '' : `, and ${lost.length - 1} more like it`
  return {
    guard: 'LosesData',
    why: `${placedName(first.ref)} goes with ${first.text}${more}: no backup brings that back`,
  }
}
