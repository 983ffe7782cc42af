import { appendFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into the server by `node --import`: notes the longest that its event loop was held, in processor time, so that a
 * busy machine does not count. Lines of time, and milliseconds of the longest turn since the line before.
 *
 * SIGUSR2 has it collect its garbage: how much of that there is says nothing of what an attack has left behind.
 */
const file = process.env.LOOP_TURNS
if (isMainThread && file !== undefined) {
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let [before, longest] = [usedMs(), 0]
  setInterval(() => {
    const now = usedMs()
    longest = Math.max(longest, now - before)
    before = now
  }, 5).unref()
  setInterval(() => {
    appendFileSync(file, `${Date.now()} ${longest.toFixed(1)}\n`)
    longest = 0
  }, 250).unref()
  process.on('SIGUSR2', () => {
    setFlagsFromString('--expose-gc')
    runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    before = usedMs()
    const { heapTotal, heapUsed, external } = process.memoryUsage()
    const megabytes = [heapTotal, heapUsed, external].map((bytes) => Math.round(bytes / 1024 / 1024))
    appendFileSync(file, `collected ${megabytes.join(' ')}\n`)
  })
}
