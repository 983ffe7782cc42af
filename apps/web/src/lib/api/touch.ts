import type { Call } from '@millrace/contract'

const listeners = new Set<(names: readonly string[]) => void>()

/** Called with the names of what a call has made out of date. Returns what ends it. */
export function onTouch(listener: (names: readonly string[]) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Tells that what a call changes is out of date. Every call that succeeds does this by itself. After a refusal it is up to
 * the page: one with a form that is being filled must keep it.
 */
export function touch({ touches = [] }: Pick<Call, 'touches'>): void {
  if (touches.length > 0) for (const listener of listeners) listener(touches)
}
