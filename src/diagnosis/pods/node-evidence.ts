import { factFrom } from '../../messages/sentence.ts'
import type { Evidence } from '../explanation.ts'
import { commandLine } from '../shell-quote.ts'
import type { Lost } from './ending.ts'

/** What the cluster says about a node that cannot end its Pods. */
export function lostNodeEvidence({ node, state }: Lost): Evidence {
  if (state.state === 'absent') {
    return factFrom('nodes', 'NodeNotFound', { node, removedAt: state.removedAt })
  }
  const { status, reason, message: words, lastTransitionTime: since } = state.condition
  const why = [reason, words].filter(text => text).join(': ')
  return factFrom('nodes', 'NodeNotReady', { node, status, since, why })
}

/** Commands that show lost nodes, and the Pods of a namespace with theirs. */
export function seeLostNodes(lost: readonly Lost[], namespace: string): readonly string[] {
  const notReady = lost.filter(({ state }) => state.state === 'notReady')
  return [
    commandLine('kubectl', 'get', 'nodes'),
    ...notReady.map(({ node }) => commandLine('kubectl', 'describe', 'nodes', node)),
    commandLine('kubectl', 'get', 'pods', '-n', namespace, '-o', 'wide'),
  ]
}
