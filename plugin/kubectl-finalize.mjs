#!/usr/bin/env node
// The program as an npm package starts it: the bundle, on whatever Node is there when that is new enough.
// Plain JavaScript that Node 14 can read, so that an old one is told what it lacks.
const OLDEST = 22

if (Number(process.versions.node.split('.')[0]) < OLDEST) {
  console.error(`error: kubectl finalize needs Node.js ${OLDEST} or newer, and this is ${process.versions.node}`)
  process.exitCode = 1
} else {
  await import('../dist/kubectl-finalize.mjs')
}
