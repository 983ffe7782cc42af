import SonicBoom from 'sonic-boom'
import type { LogStream } from './logging.ts'

export interface LogBufferOptions {
  /** The file that takes the lines: standard output by default. */
  readonly fd?: number
  /** Characters that are collected before they are written. */
  readonly minLength?: number
  /** Characters that wait at most. Lines beyond are lost, and counted. */
  readonly maxLength?: number
}

/** Milliseconds after which collected lines are written, however few. */
const writeEvery = 100

/**
 * Collects lines of the log and writes them together, outside of the event loop. A reader that is too slow costs lines
 * and not requests: a line with the number of lost lines follows. A process that is killed loses the lines of the last
 * moment; every other end writes them.
 */
export function createLogBuffer({
  fd = 1,
  minLength = 4096,
  maxLength = 4 * 1024 * 1024,
}: LogBufferOptions = {}): LogStream & { readonly close: () => void } {
  const boom = new SonicBoom({ fd, sync: false, minLength, maxLength, periodicFlush: writeEvery })
  let lost = 0
  boom.on('drop', () => {
    lost += 1
  })
  const reportLost = () => {
    if (lost === 0) return
    const [count, time] = [lost, new Date().toISOString()]
    const msg = 'lines of the log were lost, because its reader is too slow'
    lost = 0
    boom.write(`${JSON.stringify({ level: 'warn', time, pid: process.pid, lost: count, msg })}\n`)
    // No room for this line either: the next attempt reports all.
    if (lost > 0) lost = count
  }
  setInterval(reportLost, writeEvery).unref()
  // A closed pipe: nobody reads the log any more.
  boom.on('error', () => undefined)
  const close = () => {
    reportLost()
    boom.flushSync()
  }
  process.once('exit', close)
  return {
    write: (line) => {
      boom.write(line)
    },
    close,
  }
}
