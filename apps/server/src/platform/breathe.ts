import { setImmediate as nextCheck } from 'node:timers/promises'

/**
 * Lets a whole turn of the event loop pass: due timers and requests that have arrived come before the caller continues.
 * A single `setImmediate` is not enough. Node carries it out right after the callbacks of sockets, so work that
 * continues after an answer of the database went on before any timer or other request.
 */
export async function breathe(): Promise<void> {
  await nextCheck()
  await nextCheck()
}
