import type { Evidence } from '../explanation.ts'
import type { Lost } from './ending.ts'

/** What the cluster says about a node that cannot end its Pods. */
export function lostNodeEvidence({ node, state }: Lost): Evidence {
  if (state.state === 'absent') {
    const since = state.removedAt === undefined ? '' : `; it was removed at ${state.removedAt}`
    return { fact: `nodes "${node}" not found${since}`, source: 'nodes' }
  }
  const { status, reason, message, lastTransitionTime } = state.condition
  const why = [reason, message].filter(text => text).join(': ')
  const since = lastTransitionTime === undefined ? '' : ` since ${lastTransitionTime}`
  return { fact: `node ${node}: Ready is ${status}${since}${why === '' ? '' : ` (${why})`}`, source: 'nodes' }
}
