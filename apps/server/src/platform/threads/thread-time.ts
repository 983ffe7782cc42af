/** Milliseconds that this thread has worked, by the processor: what others do meanwhile does not count. */
export function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
