import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'

const living = new Set<ChildProcess>()
const folders = new Set<string>()
let armed = false

/** Makes sure that a child spawned `detached`, and its children, do not outlive this process, however that ends. */
export function endWithThisProcess(child: ChildProcess): void {
  arm()
  living.add(child)
  child.once('exit', () => living.delete(child))
}

/** Removes `folder` when this process ends; the result does it now. */
export function removeAtEnd(folder: string): () => void {
  arm()
  folders.add(folder)
  return () => {
    folders.delete(folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Signals a child spawned `detached` together with its children; false when none of them is left. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (child.pid === undefined) return false
  try {
    return process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal)
  } catch {
    return false
  }
}

function arm(): void {
  if (armed) return
  armed = true
  process.once('exit', () => {
    for (const child of living) signalGroup(child, 'SIGKILL')
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })
  // 128 + the signal's number is what a shell would report; `exit` above then cleans up.
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
  process.once('SIGHUP', () => process.exit(129))
}
