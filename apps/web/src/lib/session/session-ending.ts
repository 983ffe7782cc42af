/** An event of the window, because the form designer is a bundle of its own and shares no variable with the shell. */
const kind = 'millrace-session-ending'

/**
 * Calls a listener when the session is about to end because nobody works, and nobody can stay any more. The session is
 * still there, so what is not saved can be kept, and what is held for others can be given back.
 *
 * @returns what ends it.
 */
export function onSessionEnding(listener: () => void): () => void {
  addEventListener(kind, listener)
  return () => removeEventListener(kind, listener)
}

export function tellSessionEnding(): void {
  dispatchEvent(new Event(kind))
}
