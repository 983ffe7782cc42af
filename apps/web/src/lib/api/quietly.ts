/**
 * Whether calls are quiet: they are no activity of the user, so they reset no countdown, and the server does not count
 * them as use of the session (decision 35).
 */
let isQuiet = false

/** Runs a function whose calls, until it first waits, are sent in the background. */
export function quietly<T>(work: () => T): T {
  const before = isQuiet
  isQuiet = true
  try {
    return work()
  } finally {
    isQuiet = before
  }
}

/** Milliseconds in which a page asks for what a quiet answer has made necessary, such as the next part of a chain. */
const reaction = 500
/** Milliseconds for which somebody who has touched the page is there. */
const presence = 5_000

let answeredAt = Number.NEGATIVE_INFINITY
// Whoever has opened the page is there.
let touchedAt = performance.now()

/** Notes that a quiet call has been answered: calls that the page makes because of the answer are quiet too. */
export function noteQuietAnswer(): void {
  answeredAt = performance.now()
}

/** Returns whether calls that are made now were not requested by the user. */
export function isQuietNow(): boolean {
  const now = performance.now()
  return isQuiet || (now - answeredAt < reaction && now - touchedAt > presence)
}

for (const kind of ['pageshow', 'pointerdown', 'keydown', 'wheel'])
  globalThis.addEventListener?.(kind, () => (touchedAt = performance.now()), true)
