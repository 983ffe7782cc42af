import { AsyncLocalStorage } from 'node:async_hooks'

const callers = new AsyncLocalStorage<string>()

/**
 * The name of all callers who have not signed in. They share the turns of one caller, because their names cannot be
 * trusted.
 */
export const anonymous = 'anonymous'

/**
 * Carries out work for a caller. When the work waits for a shared resource of the workplace, such as a thread or a
 * connection, it waits in the queue of its caller, and the callers take turns.
 *
 * @param caller the id of the user; `anonymous` for a request without one.
 */
export function asCaller<T>(caller: string, work: () => T): T {
  return callers.run(caller, work)
}

/** Returns the caller of the current work; an empty text for work without one, as in jobs. */
export function findCaller(): string {
  return callers.getStore() ?? ''
}
