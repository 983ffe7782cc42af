import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { environmentName } from './external-records.ts'
import { limits } from './limits.ts'
import { listCalls } from './list/list-calls.ts'
import { globalPropertyList, globalPropertyRow, globalPropertyTypes } from './lists/global-properties.ts'
import { text } from './patterns.ts'
import { patterns } from './text-patterns.ts'
import { instant, idParams as params, person } from './values.ts'

/** Limits of global properties, in their own file because the first load does not need them. */
export const globalPropertyLimits = {
  /** For a workplace: every process reads all of them at once. */
  properties: 500,
  /** Characters. */
  value: 4_000,
  /** Environments in which a property has a value of its own. */
  environments: 20,
} as const

/** The name after `globals.` in expressions of every language. */
const key = z
  .string()
  .trim()
  .min(1)
  .max(limits.name)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'Expected letters, digits and underscores, beginning with a letter.')

const details = {
  name: text('name'),
  description: z
    .string()
    .trim()
    .max(limits.description)
    .regex(patterns.description.regex, patterns.description.message)
    .default(''),
}

const globalProperty = globalPropertyRow.extend({
  description: z.string(),
  /** Counts changes; to be sent with the next one. */
  revision: z.number().int(),
  createdAt: instant,
  createdBy: person.nullable(),
  /** Whether it has another value in each environment. */
  isPerEnvironment: z.boolean(),
  /** The values by environment; null for secret ones. */
  environments: z.array(z.object({ environment: z.string(), value: z.string().nullable() })),
  /** The environment of the workplace, whose value is used; empty: none. */
  environment: z.string(),
  /** Processes of applications whose last design reads it, the first by name. */
  uses: z.array(z.object({ applicationId: z.string(), processId: z.string(), name: z.string() })),
})

export type GlobalProperty = z.output<typeof globalProperty>

const value = z.string().max(globalPropertyLimits.value)

/** Values in environments. Null: the environment keeps the value that it has. */
const environments = z
  .array(z.object({ environment: environmentName, value: value.nullable() }))
  .max(globalPropertyLimits.environments)
const of = { tag: 'Global properties', audience: ['RoleDesign'] } as const
const gone = 'thing.not-found'
const touches = ['globalProperties'] as const

/** Calls for global properties, which every process can read. Answers never contain secret values. */
export const globalPropertyCalls = defineCalls('globalProperties', {
  ...listCalls(globalPropertyList, {
    path: '/global-properties',
    summary: 'Lists the global properties.',
    ...of,
    row: globalPropertyRow,
  }),
  create: defineCall({
    ...of,
    method: 'POST',
    path: '/global-properties',
    summary: 'Creates a global property. Its secrecy cannot be changed later. Secret values are texts.',
    touches,
    happensOnce: true,
    body: z.object({
      key,
      ...details,
      type: z.enum(globalPropertyTypes).default('text'),
      value,
      isSecret: z.boolean().default(false),
      isPerEnvironment: z.boolean().default(false),
    }),
    answer: globalProperty,
    errors: ['thing.key-taken', 'global-property.invalid', 'global-property.too-many'],
  }),
  get: defineCall({
    ...of,
    method: 'GET',
    path: '/global-properties/{id}',
    summary: 'One global property.',
    params,
    answer: globalProperty,
    errors: [gone],
  }),
  save: defineCall({
    ...of,
    method: 'PUT',
    path: '/global-properties/{id}',
    summary: 'Changes a global property and its values in environments.',
    touches,
    happensOnce: true,
    params,
    body: z.object({
      ...details,
      type: z.enum(globalPropertyTypes).default('text'),
      /** The new value; missing or null: unchanged. */
      value: value.nullable().optional(),
      /** Whether environments have their own values; missing: unchanged. False deletes the values in environments. */
      isPerEnvironment: z.boolean().optional(),
      /** The values in environments; missing: unchanged. Environments that are not listed are deleted. */
      environments: environments.optional(),
      revision: z.number().int().optional(),
    }),
    answer: globalProperty,
    errors: [gone, 'global-property.invalid', 'thing.changed'],
  }),
  remove: defineCall({
    ...of,
    method: 'DELETE',
    path: '/global-properties/{id}',
    summary: 'Deletes a global property.',
    touches,
    happensOnce: true,
    params,
    answer: 'empty',
    errors: [gone],
  }),
})
