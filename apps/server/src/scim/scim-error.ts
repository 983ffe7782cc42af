import { errors } from '@millrace/contract'
import { immutableName } from '../operations/scim/provisioned-user.ts'
import { Refusal } from '../platform/errors/refusal.ts'

/** The kinds of error that clients distinguish (RFC 7644, table 9). */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness'

/** An error that is answered in the format of RFC 7644, section 3.12. */
export class ScimError extends Error {
  readonly status: number
  readonly scimType: ScimType | null

  constructor(status: number, scimType: ScimType | null, detail: string) {
    super(detail)
    this.status = status
    this.scimType = scimType
  }
}

export function invalid(scimType: ScimType, detail: string): ScimError {
  return new ScimError(400, scimType, detail)
}

/** Converts a refusal of an operation. */
export function toScimError({ code, message, details = [] }: Refusal): ScimError {
  // What a request names and is not there is a fault of its values, and not of its address.
  if (code === 'thing.not-found' && details.length > 0) return new ScimError(400, 'invalidValue', message)
  switch (code) {
    case 'thing.name-taken':
    case 'thing.key-taken':
    case 'thing.exists':
      return new ScimError(409, 'uniqueness', message)
    case 'thing.changed':
      return new ScimError(412, null, message)
    case 'request.invalid':
      // RFC 7644, 3.5.1: another value of an immutable attribute.
      return new ScimError(400, details[0]?.where === immutableName ? 'mutability' : 'invalidValue', message)
    case 'user.own-manager':
      return new ScimError(400, 'invalidValue', message)
    case 'user.last-administrator':
    case 'user.own-account':
      return new ScimError(403, null, message)
    default:
      return new ScimError(errors[code].status, null, message)
  }
}

/** Throws a refusal as an error of this surface, and returns anything else. */
export function orThrow<T>(value: T | Refusal): T {
  if (value instanceof Refusal) throw toScimError(value)
  return value
}

/** Returns the body of the answer for an error. */
export function presentError({ status, scimType, message }: ScimError) {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType === null ? {} : { scimType }),
    detail: message,
  }
}
