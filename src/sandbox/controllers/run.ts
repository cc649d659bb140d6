import type { Server } from '../server.ts'
import { availabilityController } from './api-service.ts'
import type { Controller } from './controller.ts'
import { definitionFinalizer } from './definition.ts'
import { garbageCollector } from './garbage-collector.ts'
import { identity, leaderElection } from './leader-lease.ts'
import { namespaceController } from './namespace.ts'
import { kubelets } from './pod.ts'
import { createPodGc } from './pod-gc.ts'
import { storageProtection } from './storage-protection.ts'

/** The controllers of a new sandbox, in the order of a pass. */
export function createControllers(): Controller[] {
  return [
    identity,
    leaderElection,
    availabilityController,
    kubelets,
    createPodGc(),
    namespaceController,
    definitionFinalizer,
    garbageCollector,
    storageProtection,
  ]
}

/** More passes than any deletion here needs: beyond it two controllers are at odds with each other. */
const MAX_PASSES = 200

/** How often the served sandbox looks whether time itself has made something due, in milliseconds. */
const TICK = 500

/** Passes over all controllers until one changes nothing: the fixed point at the clock's time. */
export async function settle(server: Server, all: readonly Controller[]): Promise<void> {
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const before = server.store.revision
    for (const controller of all) await controller.reconcile(server)
    if (server.store.revision === before) return
  }
  throw new Error('the controllers of the sandbox do not come to rest')
}

/** Settles again and again as real time passes, one run at a time; the timer does not keep the process alive. */
export function runControllers(server: Server, all: readonly Controller[]): () => void {
  let running = false
  const tick = async () => {
    if (running) return
    running = true
    try {
      await settle(server, all)
    } finally {
      running = false
    }
  }
  const timer = setInterval(tick, TICK)
  timer.unref()
  void tick()
  return () => clearInterval(timer)
}
