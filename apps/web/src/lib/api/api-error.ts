import type { ErrorAnswer, ErrorCode } from '@millrace/contract'

/**
 * The code of an error of a call. `network`: no answer arrived. `unreadable`: the answer is not from Millrace, but for
 * example from a proxy.
 */
export type ApiErrorCode = ErrorCode | 'network' | 'unreadable'

/** The error of a refused or failed call. `message` is a sentence for users. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ApiErrorCode
  /** 0 when no answer came. */
  readonly status: number
  /** Leads to the log entry. */
  readonly requestId: string | null
  readonly details: NonNullable<ErrorAnswer['details']>
  /** The kind of record of an error that all kinds share. */
  readonly kind: ErrorAnswer['kind']

  constructor(facts: {
    code: ApiErrorCode
    status: number
    message: string
    requestId?: string | null
    details?: ErrorAnswer['details']
    kind?: ErrorAnswer['kind']
  }) {
    super(facts.message)
    this.code = facts.code
    this.status = facts.status
    this.requestId = facts.requestId ?? null
    this.details = facts.details ?? []
    this.kind = facts.kind
  }
}

export function hasCode(error: unknown, ...codes: ApiErrorCode[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code)
}

/**
 * Returns whether an error means that nobody is signed in. Only the status counts, because a proxy may have answered.
 */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** Returns whether an error means that the server could not be reached, by itself or according to a proxy. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || [502, 503, 504].includes(error.status))
}

/** Returns the error of an answer that is not a success. */
export async function readApiError(response: Response): Promise<ApiError> {
  const { status } = response
  const body: unknown = await response.json().catch(() => null)
  if (isErrorAnswer(body)) return new ApiError({ status, ...body })
  return new ApiError({
    code: 'unreadable',
    status,
    message: `Expected an answer of the server, but got one with status ${status} that it did not write.`,
  })
}

function isErrorAnswer(body: unknown): body is ErrorAnswer {
  return typeof body === 'object' && body !== null && 'code' in body && 'message' in body
}
