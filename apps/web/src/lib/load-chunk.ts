/** Milliseconds. */
export const chunkTimeout = 120_000
export const chunkRetryDelay = 1_000

/** Loads a part of the program: one retry after a second, and a failure after two minutes without an answer. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await withTimeout(load)
  } catch {
    await new Promise((resolve) => setTimeout(resolve, chunkRetryDelay))
    return withTimeout(load)
  }
}

async function withTimeout<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Expected a part of the program, but it did not arrive.')), chunkTimeout)
  })
  try {
    return await Promise.race([load(), expired])
  } finally {
    clearTimeout(timer)
  }
}
