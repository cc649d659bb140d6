import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { ProcessMark } from './host.ts'

/** Of the process of this number on this machine. What only Linux tells is left out elsewhere. */
export function markOf(pid: number): ProcessMark {
  // A container has processes of its own, whose numbers mean nothing outside.
  const container = read(() => readlinkSync('/proc/self/ns/pid'))
  const machine = [hostname(), ...(container === undefined ? [] : [container])].join(' ')
  return { machine, pid, started: startOf(pid) }
}

/**
 * Whether this very process still runs; `exists`: whether one of its number does. undefined where that is unknown: it
 * ran on another machine, or its number may have been given to another process.
 */
export function isAlive(mark: ProcessMark, exists: (pid: number) => boolean): boolean | undefined {
  const now = markOf(mark.pid)
  if (mark.machine !== now.machine) return undefined
  if (!exists(mark.pid)) return false
  if (mark.started === undefined || now.started === undefined) return undefined
  return mark.started === now.started
}

/** Which start of the machine, and how many ticks after that. Field 2, a name, may have anything in it. */
function startOf(pid: number): string | undefined {
  return read(() => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`
  })
}

function read(what: () => string): string | undefined {
  try {
    return what()
  } catch {
    return undefined
  }
}
