import { z } from 'zod'
import { limits } from './limits.ts'
import { text } from './patterns.ts'
import { disabledField, recordFields } from './record-calls.ts'
import { instant, person } from './values.ts'

/**
 * Fields of records, as users enter them. Missing fields are empty, no, or the first choice, so that a name is enough
 * to create a record.
 */
export const fields = {
  /** A text that may be empty. */
  text: (max: number = limits.description) => text('description', max).or(z.literal('')).default(''),
  number: ({ min = -999_999_999_999, max = 999_999_999_999 } = {}) =>
    z.number().min(min).max(max).nullable().default(null),
  /** A field for a day without a time zone: `2030-01-07`. */
  day: () => z.iso.date().nullable().default(null),
  flag: () => z.boolean().default(false),
  choice: <const Values extends readonly [string, ...string[]]>(values: Values) =>
    z.enum(values).default(values[0] as never),
  /** Entered as a user name, and shown as who that is. */
  person: () =>
    Object.assign(z.string().trim().min(1).max(limits.username).nullable().default(null), { isPerson: true } as const),
} as const

export type PersonField = ReturnType<typeof fields.person>

/** Fields in the format of answers: users with their names. */
export type ShownFields<Fields extends z.ZodObject> = {
  -readonly [Name in keyof Fields['shape']]: Fields['shape'][Name] extends PersonField
    ? z.ZodNullable<typeof person>
    : z.ZodType<z.output<Fields['shape'][Name]>>
}

/** Returns the record as its page shows it. */
export function recordOf<Fields extends z.ZodObject>(entered: Fields) {
  return z.object({ ...recordFields, ...shownFields(entered) })
}

/** Creates the schema of a record that can be disabled, from its fields. */
export function disablableOf<Fields extends z.ZodObject>(entered: Fields) {
  return recordOf(entered).extend(disabledField)
}

/** Returns the record as a row of its list. */
export function rowOf<Fields extends z.ZodObject>(entered: Fields) {
  return z.object({ id: z.string(), ...shownFields(entered), createdAt: instant, createdBy: person.nullable() })
}

export function disablableRowOf<Fields extends z.ZodObject>(entered: Fields) {
  return rowOf(entered).extend({ isDisabled: z.boolean() })
}

export function isPersonField(schema: unknown): schema is PersonField {
  return typeof schema === 'object' && schema !== null && 'isPerson' in schema
}

function shownFields<Fields extends z.ZodObject>({ shape }: Fields): ShownFields<Fields> {
  return Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      name,
      isPersonField(schema) ? person.nullable() : withoutRules(schema as z.ZodType),
    ]),
  ) as ShownFields<Fields>
}

/** Returns a rule that became stricter holds for what is entered from then on, and refuses no record that is there. */
function withoutRules(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodDefault) return withoutRules(schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodNullable) return withoutRules(schema.unwrap() as z.ZodType).nullable()
  if (schema instanceof z.ZodISODate || schema instanceof z.ZodString || schema instanceof z.ZodUnion) return z.string()
  if (schema instanceof z.ZodNumber) return z.number()
  return schema
}
