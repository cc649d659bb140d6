import { policies } from '../../diagnosis/policy.ts'
import { firstRemedy } from '../first-remedy.ts'
import type { EndGuard } from './namespace-end.ts'
import { mendableOf } from './namespace-repair-first.ts'

/**
 * Somebody works on the end of the namespace or of what is in it, even one that fails at it. An empty namespace of which
 * nothing tells why it still stands is taken to be about to go: its controller tries again within a minute.
 */
export const namespaceControllerAlive: EndGuard = ({ causes, content }) => {
  const alive = causes.find(({ code }) => policies[code].atWork !== 'never')
  if (alive !== undefined) {
    return { guard: 'ControllerAlive', why: alive.summary, instead: firstRemedy(alive) ?? 'let it finish' }
  }
  const unexplained = mendableOf(causes).length === 0 && content.objects.length + content.unreadable.length === 0
  if (!unexplained) return undefined
  return {
    guard: 'ControllerAlive',
    why: 'it is empty, and nothing was found that stops the namespace controller from ending it',
    instead: 'look again in a minute',
  }
}
