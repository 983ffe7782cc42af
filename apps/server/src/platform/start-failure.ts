/** The reason why the server cannot start, in one sentence for the operator. Printed without a stack. */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
}

/** Returns the message of an error for the end of a sentence: without its full stop. */
export function reasonOf(error: unknown): string {
  // An attempt at several addresses fails with an AggregateError, whose own message is empty.
  const first = error instanceof AggregateError ? error.errors[0] : error
  const text = first instanceof Error ? first.message : String(first)
  return text.trim().replace(/\.$/, '')
}
