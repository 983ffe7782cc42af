/** Milliseconds. */
export const chunkTimeout = 120_000
export const chunkRetryDelay = 1_000

/** Loads a part of the program: one retry after a second, and a failure after two minutes without an answer. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await withTimeout(load)
  } catch (error) {
    await new Promise((resolve) => setTimeout(resolve, chunkRetryDelay))
    return withTimeout(findOtherWay<T>(error) ?? load)
  }
}

/**
 * Browsers remember that a module could not be fetched and do not ask for its address again: it takes another one. The
 * address stands in their message. Only files of the program itself are asked for.
 */
function findOtherWay<T>(error: unknown): (() => Promise<T>) | null {
  const address = error instanceof TypeError ? /https?:\/\/\S+\.js/.exec(error.message)?.[0] : undefined
  if (address === undefined || !address.startsWith(`${location.origin}/assets/`)) return null
  return () => import(/* @vite-ignore */ `${address}?again`) as Promise<T>
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
