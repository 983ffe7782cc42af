import { z } from 'zod'
import { externalLimits, line } from './external-parts.ts'

/** The pattern of names for `{name}` in a request and `:name` in a statement. */
export const parameterName = /^[A-Za-z][A-Za-z0-9_]{0,49}$/

export const parameter = z
  .string()
  .regex(parameterName, 'Expected letters, digits and underscores, beginning with a letter.')
/** The path of a value in an object or a list: `address.city`, `lines.0.name`. An empty path is the whole value. */
export const valuePath = line(200).regex(
  /^(?:[^.\s{}[\]]+(?:\.[^.\s{}[\]]+)*)?$/,
  'Expected names with dots between them, such as address.city.',
)

/** The settings that adapters of all kinds have. */
export const shared = {
  /** The parameter for the search text of the user. Empty: all rows are searched by their label. */
  searchParameter: parameter.or(z.literal('')).default(''),
  /** The parameter that gets the value that is looked for. Empty: it is looked for in the rows without it. */
  valueParameter: parameter.or(z.literal('')).default(''),
  rowLimit: z.number().int().min(1).max(externalLimits.rows).default(200),
  cacheSeconds: z.number().int().min(0).max(externalLimits.cacheSeconds).default(30),
}

/** The types of values that parameters of adapters take. `any`: everything that JSON can have. */
export const parameterTypes = ['text', 'integer', 'number', 'boolean', 'date', 'list', 'object', 'any', 'file'] as const
export type ParameterType = (typeof parameterTypes)[number]

/** The types of parameters whose values are not texts. */
export const types = z
  .array(z.object({ name: parameter, type: z.enum(parameterTypes) }))
  .max(externalLimits.entries)
  .default([])

/** Pairs of a name and a value, such as headers. */
export const entries = (name: z.ZodString) =>
  z
    .array(z.object({ name: name.min(1), value: line(500) }))
    .max(externalLimits.entries)
    .default([])
