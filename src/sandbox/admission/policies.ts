import type { Server } from '../server.ts'
import type { Attributes } from './hook.ts'

/** ValidatingAdmissionPolicies: filled in later. */
export function checkPolicies(_server: Server, _attributes: Attributes, _warnings: string[]): void {}
