/**
 * A refusal in the format of Camunda's REST API: `{type, message, code}`. The code is null when the REST layer refuses,
 * and 0 or more when the engine does. It is thrown where the error is found, and answered in one function.
 */
export class RestRefusal extends Error {
  override readonly name = 'RestRefusal'
  readonly status: number
  readonly type: string
  readonly code: number | null
  /** Further details, by file or instruction. */
  readonly details: unknown
  /** Further keys of the answer, such as a report. */
  readonly further: Readonly<Record<string, unknown>>

  constructor(
    status: number,
    type: string,
    message: string,
    code: number | null = null,
    details: unknown = null,
    further: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
    this.status = status
    this.type = type
    this.code = code
    this.details = details
    this.further = further
  }
}

/** Returns the refusal of an invalid request, such as a bad parameter or a missing field. */
export function invalid(message: string, code: number | null = null): RestRefusal {
  return new RestRefusal(400, 'InvalidRequestException', message, code)
}

/** Creates a refusal with 404: the object in the path does not exist. */
export function notFound(message: string, code: number | null = null): RestRefusal {
  return new RestRefusal(404, 'InvalidRequestException', message, code)
}

/** Creates a refusal in the form in which Camunda wraps errors of the engine. */
export function failed(status: number, message: string, code: number | null = 0): RestRefusal {
  return new RestRefusal(status, 'RestException', message, code)
}
