/** Milliseconds without an answer after which a part of the program counts as lost (specification, section 9). */
const chunkTimeout = 120_000
const chunkRetryDelay = 1_000

/**
 * The error for a part of the application that could not be loaded, because the connection is interrupted or a newer
 * version was installed.
 */
export class PartMissing extends Error {
  override readonly name = 'PartMissing'
  /** The address of the chunk; null where it is unknown. */
  readonly address: string | null

  constructor(address: string | null, cause: unknown) {
    super('Expected a part of the program, but it did not arrive.', { cause })
    this.address = address
  }
}

/**
 * Loads a part of the application: one retry after a second, which is a new request, and a failure after two minutes
 * without an answer.
 *
 * @throws PartMissing when it cannot be loaded; errors in the part itself are passed on.
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await withTimeout(load)
  } catch (error) {
    if (!isMissing(error)) throw error
    const address = findAddress(load, error)
    await new Promise((resolve) => setTimeout(resolve, chunkRetryDelay))
    return withTimeout(address === null ? load : () => importAgain<T>(address)).catch((again: unknown) => {
      throw isMissing(again) ? new PartMissing(address, again) : again
    })
  }
}

const missingWords =
  /dynamically imported module|Importing a module script failed|Unable to preload|error loading|Expected a part/

function isMissing(error: unknown): boolean {
  return error instanceof Error && missingWords.test(error.message)
}

/**
 * The file behind an import. It is in the browser's message; of one that hangs there is no message, but it is in the
 * function that the build has made, relative to the folder of the program. Only files of the program itself count.
 */
function findAddress(load: () => unknown, error: unknown): string | null {
  const [found = ''] = /https?:\/\/\S+/.exec((error as Error).message) ?? []
  const named = found.includes('.js') ? found.slice(0, found.lastIndexOf('.js') + 3) : undefined
  const written = /import\(\s*["'`](\.\/[\w.-]+\.js)["'`]\s*\)/.exec(String(load))?.[1]
  const address = named ?? (written === undefined ? null : new URL(written, `${location.origin}/assets/`).href)
  return address?.startsWith(`${location.origin}/assets/`) ? address : null
}

let tries = 0

/** Browsers remember that an address failed, or go on waiting for it: another one is a new request. */
function importAgain<T>(address: string): Promise<T> {
  tries += 1
  return import(/* @vite-ignore */ `${address}?again=${tries}`) as Promise<T>
}

async function withTimeout<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Expected a part of the program, but it hangs.')), chunkTimeout)
  })
  try {
    return await Promise.race([load(), expired])
  } finally {
    clearTimeout(timer)
  }
}
