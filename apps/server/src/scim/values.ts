import type { z } from 'zod'
import { invalid } from './scim-error.ts'

/** Characters of an id that a client gives. */
const maxExternalIdLength = 255

/** Parses values by a schema. @throws ScimError `invalidValue` with the first fault. */
export function readOrRefuse<S extends z.ZodType>(schema: S, values: unknown): z.output<S> {
  const read = schema.safeParse(values)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw invalid('invalidValue', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'Expected another value.'}`)
}

export function readExternalId(given: unknown): string | null {
  if (given === undefined || given === null || given === '') return null
  if (typeof given !== 'string' || given.length > maxExternalIdLength)
    throw invalid('invalidValue', `Expected externalId to be a text of at most ${maxExternalIdLength} characters.`)
  return given
}
