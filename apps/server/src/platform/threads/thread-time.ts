import { readFileSync, readlinkSync } from 'node:fs'

/** Returns the processor time of this thread in milliseconds. Time of other threads and processes does not count. */
export function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Returns the id of this thread in the operating system; null where the system does not report it. Only Linux does. */
export function findThreadId(): number | null {
  try {
    const id = Number(/\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self'))?.[1])
    return Number.isInteger(id) ? id : null
  } catch {
    return null
  }
}

/** The clock ticks per second in which Linux counts the time of threads, on every machine that Node runs on. */
const ticksPerSecond = 100

/**
 * Returns the processor time of another thread of this process, in steps of 10 ms, for one that runs native code. Null
 * where the system does not report it.
 */
export function threadTimeOf(id: number): number | null {
  try {
    // The name, in brackets, may hold anything.
    const [, fields = ''] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/self/task/${id}/stat`, 'utf8')) ?? []
    const [user, system] = fields.split(' ').slice(11, 13).map(Number)
    return ((user ?? 0) + (system ?? 0)) * (1000 / ticksPerSecond)
  } catch {
    return null
  }
}
