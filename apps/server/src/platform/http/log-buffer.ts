import { write as writeFile, writeSync } from 'node:fs'
import type { LogStream } from './logging.ts'

export interface LogBufferOptions {
  /** The file that takes the lines: standard output by default. */
  readonly fd?: number
  /** Characters that are collected before they are written. */
  readonly minLength?: number
  /** The maximum number of waiting characters. Further lines are lost, and counted. */
  readonly maxLength?: number
  /** Milliseconds that the end of the process waits for a reader who takes nothing. */
  readonly patience?: number
}

/** Milliseconds after which collected lines are written, however few, and after which a full pipe is tried again. */
const writeEvery = 100

/**
 * Collects lines of the log and writes them together, outside of the event loop. A reader that is too slow costs lines
 * and not requests: a line with the number of lost lines follows. A process that is killed loses the lines of the last
 * moment; every other end writes them. A log that cannot be written, such as a closed pipe or terminal, keeps no process
 * from ending.
 */
export function createLogBuffer({
  fd = 1,
  minLength = 4096,
  maxLength = 4 * 1024 * 1024,
  patience = 2000,
}: LogBufferOptions = {}): LogStream & { readonly close: () => void } {
  let lines: string[] = []
  /** Characters of `lines`, and bytes of `rest` that were not written yet. */
  let length = 0
  let lost = 0
  /** Lines that were taken together, without the part that was written. */
  let rest: Buffer | null = null
  let isWriting = false

  const add = (line: string): boolean => {
    if (length + (rest?.length ?? 0) + line.length > maxLength) return false
    lines.push(line)
    length += line.length
    return true
  }
  const reportLost = () => {
    if (lost === 0) return
    const msg = 'lines of the log were lost, because its reader is too slow'
    const line = { level: 'warn', time: new Date().toISOString(), pid: process.pid, lost, msg }
    // No room for this line either: the next attempt reports all.
    if (add(`${JSON.stringify(line)}\n`)) lost = 0
  }
  const take = (): Buffer | null => {
    if (rest === null && lines.length > 0) {
      rest = Buffer.from(lines.join(''))
      lines = []
      length = 0
    }
    return rest
  }
  const noteWritten = (bytes: Buffer, count: number) => {
    rest = count < bytes.length ? bytes.subarray(count) : null
  }
  /** Nobody reads the log any more, or there is no room for it: the next lines may be luckier. */
  const discard = (bytes: Buffer) => {
    for (const byte of bytes) if (byte === newline) lost += 1
    rest = null
  }
  const writeOn = () => {
    const bytes = isWriting ? null : take()
    if (bytes === null) return
    isWriting = true
    writeFile(fd, bytes, (error, count) => {
      isWriting = false
      if (error === null) noteWritten(bytes, count)
      else if (!isBusy(error)) discard(bytes)
      // A full pipe is left to the interval.
      if (error === null && (rest !== null || length >= minLength)) writeOn()
    })
  }
  setInterval(() => {
    reportLost()
    writeOn()
  }, writeEvery).unref()

  const close = () => {
    reportLost()
    // A thread is writing the lines before these, and ends before the process does.
    if (isWriting) {
      rest = null
      pause(writeEvery)
    }
    const until = Date.now() + patience
    for (let bytes = take(); bytes !== null; bytes = take())
      try {
        noteWritten(bytes, writeSync(fd, bytes))
      } catch (error) {
        if (!isBusy(error) || Date.now() >= until) return
        pause(20)
      }
  }
  process.once('exit', close)
  return {
    write: (line) => {
      if (!add(line)) lost += 1
      else if (length >= minLength && rest === null) writeOn()
    },
    close,
  }
}

const newline = 10

/** Whether a file that does not block, such as a pipe, takes no more bytes now. */
function isBusy(error: unknown): boolean {
  const code = (error as { readonly code?: unknown } | null)?.code
  return code === 'EAGAIN' || code === 'EBUSY'
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
