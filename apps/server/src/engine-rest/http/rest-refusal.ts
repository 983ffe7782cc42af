/**
 * A refusal as Camunda's REST API words it: `{type, message, code}`. The code is null where the REST layer refuses, and
 * 0 or more where the engine does. Thrown where the error is found, and answered in one place.
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

/** A request that cannot be meant: a bad parameter, a missing field. */
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
