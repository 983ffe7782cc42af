import { administrationErrors } from './errors/administration.ts'
import { designsErrors } from './errors/designs.ts'
import { engineErrors } from './errors/engine.ts'
import { integrationErrors } from './errors/integration.ts'
import { peopleErrors } from './errors/people.ts'
import { requestsErrors } from './errors/requests.ts'
import { signInErrors } from './errors/sign-in.ts'
import type { RecordKindName } from './record-kinds.ts'

/**
 * All errors of the product: code, HTTP status and meaning. Codes that are the same up to the dot are in one area.
 * `docs/errors.md` is checked against this list. The message for the client is created where the error happens, and names
 * what was expected.
 */
export const errors = {
  ...requestsErrors,
  ...signInErrors,
  ...peopleErrors,
  ...designsErrors,
  ...engineErrors,
  ...administrationErrors,
  ...integrationErrors,
} as const

export type ErrorCode = keyof typeof errors

/** The body of every refusal. */
export interface ErrorAnswer {
  code: ErrorCode
  message: string
  requestId: string
  /** The kind of record, for refusals that all kinds share. */
  kind?: RecordKindName
  /** The errors one by one: the position (a field or element id) and a sentence. */
  details?: { where: string; message: string; code?: string }[]
}
