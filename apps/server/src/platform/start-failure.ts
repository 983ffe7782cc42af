/** Why the program cannot start, in one sentence for whoever starts it. Printed without a stack. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
}

/** The words of an error for the end of a sentence: without its final stop. */
export function reasonOf(error: unknown): string {
  // An attempt at several addresses fails with an AggregateError, whose own message is empty.
  const first = error instanceof AggregateError ? error.errors[0] : error
  const text = first instanceof Error ? first.message : String(first)
  return text.trim().replace(/\.$/, '')
}
