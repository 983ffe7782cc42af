import type { ErrorAnswer, ErrorCode, RecordKindName } from '@millrace/contract'

export type RefusalDetail = NonNullable<ErrorAnswer['details']>[number]

/**
 * An expected failure with its code. Functions return it as a value: a transaction that returns one is rolled back, and
 * a handler that returns one answers it. It is only thrown where it would have to be passed through many functions
 * (`getX`, `assertCan`), to the same effect.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly details: readonly RefusalDetail[]
  /** The kind of record, for codes that all kinds share. */
  readonly kind: RecordKindName | undefined

  constructor(code: ErrorCode, message: string, details: readonly RefusalDetail[] = [], kind?: RecordKindName) {
    super(message)
    this.code = code
    this.details = details
    this.kind = kind
  }
}

/**
 * Creates a refusal.
 *
 * @param message the message for the user, such as “Expected …, but …”: what was expected, where, and what to do.
 */
export function refuse(
  code: ErrorCode,
  message: string,
  details?: readonly RefusalDetail[],
  kind?: RecordKindName,
): Refusal {
  return new Refusal(code, message, details, kind)
}
