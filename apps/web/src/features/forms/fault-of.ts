import { ApiError } from '../../lib/api/api-error.ts'
import { describeFault } from '../../lib/api/describe-fault.ts'

/** What the server says of one field, where it does. */
export function faultOf(error: unknown, field: string): string | undefined {
  const fault = error instanceof ApiError ? error.details.find(({ where }) => where === field) : undefined
  return fault === undefined ? undefined : describeFault(fault.message)
}
