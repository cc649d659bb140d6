import { createHash } from 'node:crypto'
import { SUITE } from './recorder.ts'

let made = 0

/** Stands in for test/e2e/rig/unique.ts: names that no other test file has, and the same ones each time. */
export function unique(prefix: string): string {
  const hash = createHash('sha256').update(`${process.env[SUITE]} ${made++}`).digest('hex')
  return `${prefix}-${hash.slice(0, 8)}`
}
