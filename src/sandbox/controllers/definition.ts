import { CRD_CLEANUP } from '../../api/builtin-finalizers.ts'
import { conditionsIn } from '../../api/condition.ts'
import type { KubeObject } from '../../api/object.ts'
import { timestamp } from '../clock.ts'
import type { Server } from '../server.ts'
import { withCondition } from '../types/conditions.ts'
import { readFailure } from '../types/conversion.ts'
import { definitionSpec, typesOfDefinition } from '../types/custom.ts'
import { DEFINITIONS } from '../types/registry.ts'
import { markAsDeleting } from '../write/mark-deleting.ts'
import type { Controller } from './controller.ts'

const CONFIRM_SECONDS = 60

/**
 * The CRD finalizer, a part of the API server itself: deletes all instances without asking admission, and lets the
 * definition go when none is left (kubernetes-deletion.md 4.1).
 */
export const definitionFinalizer: Controller = {
  name: 'crd-finalizer',
  reconcile(server) {
    for (const definition of server.store.list(DEFINITIONS)) {
      const { deletionTimestamp, finalizers = [] } = definition.metadata
      if (deletionTimestamp !== undefined && finalizers.includes(CRD_CLEANUP)) finish(server, definition)
    }
  },
}

function finish(server: Server, definition: KubeObject): void {
  // Instances are listed in the storage version: those stored in another need the conversion webhook.
  const type = typesOfDefinition(definition).find(({ version, storageVersion }) => version === storageVersion)
  const failure = type && readFailure(server, type)
  if (failure !== undefined) {
    report(server, definition, 'InstanceDeletionFailed', `could not list instances: ${failure}`)
    return
  }
  const { names, group } = definitionSpec(definition)
  const storage = `${names.plural}.${group}`
  for (const instance of server.store.list(storage)) {
    if ((instance.metadata.finalizers ?? []).length === 0) server.store.remove(storage, instance)
    else if (instance.metadata.deletionTimestamp === undefined) {
      server.store.write(storage, instance, markAsDeleting(instance, server.now()))
    }
  }
  if (server.store.list(storage).length > 0) {
    // The real controller polls for a minute before it says that it could not confirm.
    const waited = server.now() - Date.parse(definition.metadata.deletionTimestamp!)
    if (waited < CONFIRM_SECONDS * 1000) {
      report(server, definition, 'InstanceDeletionInProgress', 'CustomResource deletion is in progress')
    } else {
      const message = 'could not confirm zero CustomResources remaining: context deadline exceeded'
      report(server, definition, 'InstanceDeletionCheck', message)
    }
    return
  }
  release(server, definition)
}

function report(server: Server, definition: KubeObject, reason: string, message: string): void {
  const conditions = conditionsIn(definition)
  const known = conditions.find(({ type }) => type === 'Terminating')
  if (known?.reason === reason && known.message === message) return
  const next = withCondition(
    conditions,
    { type: 'Terminating', status: 'True', reason, message },
    timestamp(server.now()),
  )
  server.store.write(DEFINITIONS, definition, {
    ...definition,
    status: { ...(definition.status as object), conditions: next },
  })
}

function release(server: Server, definition: KubeObject): void {
  const finalizers = definition.metadata.finalizers!.filter(finalizer => finalizer !== CRD_CLEANUP)
  if (finalizers.length === 0) {
    server.store.remove(DEFINITIONS, definition)
    return
  }
  const completed = {
    type: 'Terminating',
    status: 'False',
    reason: 'InstanceDeletionCompleted',
    message: 'removed all instances',
  }
  const conditions = withCondition(conditionsIn(definition), completed, timestamp(server.now()))
  server.store.write(DEFINITIONS, definition, {
    ...definition,
    metadata: { ...definition.metadata, finalizers },
    status: { ...(definition.status as object), conditions },
  })
}
