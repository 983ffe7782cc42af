import type { Call } from '@millrace/contract'

const listeners = new Set<(names: readonly string[]) => void>()

/**
 * Calls a listener with the names of answers that a call has made out of date. Returns the function that removes the
 * listener.
 */
export function onTouch(listener: (names: readonly string[]) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Reports that the answers which a call changes are out of date. Successful calls do this automatically. After a
 * refusal the page decides, because a form with entries must be kept.
 */
export function touch({ touches = [] }: Pick<Call, 'touches'>): void {
  if (touches.length > 0) for (const listener of listeners) listener(touches)
}
