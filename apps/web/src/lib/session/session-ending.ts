/** An event of the window, because the form designer is a bundle of its own and shares no variable with the shell. */
const kind = 'millrace-session-ending'

/**
 * Calls a listener when the session is about to end because of inactivity, and can no longer be extended. The session
 * still exists, so unsaved changes can be stored, and locks can be released.
 *
 * @returns the function that removes the listener.
 */
export function onSessionEnding(listener: () => void): () => void {
  addEventListener(kind, listener)
  return () => removeEventListener(kind, listener)
}

export function announceSessionEnding(): void {
  dispatchEvent(new Event(kind))
}
