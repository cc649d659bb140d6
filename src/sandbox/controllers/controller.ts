import type { Server } from '../server.ts'

/** Something that watches the cluster and acts; one pass over everything, called until nothing changes any more. */
export interface Controller {
  readonly name: string
  reconcile(server: Server): void | Promise<void>
}
