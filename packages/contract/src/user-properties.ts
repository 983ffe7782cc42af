import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { limits } from './limits.ts'
import { listCalls } from './list/list-calls.ts'
import { userPropertyList, userPropertyRow, userPropertyTypes } from './lists/user-properties.ts'
import { text } from './patterns.ts'
import { disabledField, recordCalls, recordFields } from './record-calls.ts'
import { patterns } from './text-patterns.ts'

export const userPropertyLimits = {
  /** The maximum number of properties of a workplace, including disabled ones: the page of a user shows all of them. */
  properties: 100,
  /** Choices of one property. */
  choices: 100,
  /** Characters of the value of a user. */
  value: 255,
  /** Users or groups that a search for a value returns. */
  found: 20,
} as const

/** Who can see the value of a user property. Administrators are users with RoleUserAdmin. */
export const userPropertyViewers = ['everyone', 'user', 'administrators'] as const
/** Who can edit the value of a user property: the user and administrators, or only administrators. */
export const userPropertyEditors = ['user', 'administrators'] as const

export type UserPropertyViewers = (typeof userPropertyViewers)[number]
export type UserPropertyEditors = (typeof userPropertyEditors)[number]

const plain = (max: number) =>
  z.string().trim().max(max).regex(patterns.settingValue.regex, patterns.settingValue.message)

/** The fields of a property. Its key cannot be changed after it is created. */
export const userPropertyFields = z.object({
  name: text('name'),
  key: text('nameWithoutSpaces'),
  type: z.enum(userPropertyTypes).default('text'),
  isRequired: z.boolean().default(false),
  /** Whether two users cannot have the same value, compared without upper and lower case. */
  isUnique: z.boolean().default(false),
  /** For the type `choice`: the values that a user can have. */
  choices: z.array(plain(limits.defaultValue).min(1)).max(userPropertyLimits.choices).default([]),
  /** The value of users who have none. Empty: none. */
  defaultValue: plain(limits.defaultValue).default(''),
  /** Help text under the field. */
  defaultDescription: plain(limits.defaultDescription).default(''),
  viewers: z.enum(userPropertyViewers).default('everyone'),
  editors: z.enum(userPropertyEditors).default('administrators'),
})

export type UserPropertyFields = z.output<typeof userPropertyFields>

const userProperty = z.object({
  ...recordFields,
  ...disabledField,
  ...userPropertyFields.shape,
  /** Whether users have values. The type cannot be changed then. */
  hasValues: z.boolean(),
})

export type UserProperty = z.output<typeof userProperty>

/** A property with the value of one user, as the caller sees it. */
const valueOfUser = z.object({
  key: z.string(),
  name: z.string(),
  type: z.enum(userPropertyTypes),
  isRequired: z.boolean(),
  choices: z.array(z.string()),
  defaultValue: z.string(),
  description: z.string(),
  /** Empty: the user has no value of their own. */
  value: z.string(),
  /** The name of the user or group that `value` or else `defaultValue` names; null for other types. */
  label: z.string().nullable(),
  /** Whether the caller can edit it. */
  isEditable: z.boolean(),
})

export type ValueOfUser = z.output<typeof valueOfUser>

const of = { path: '/usersgroups/user-properties', tag: 'User properties', audience: ['RoleUserAdmin'] } as const
const ofUser = { tag: 'User properties', audience: 'signed-in' } as const
const params = z.object({ id: z.string().max(64) })

/** Calls for user properties, and for the values of users. */
export const userPropertyCalls = defineCalls('userProperties', {
  ...listCalls(userPropertyList, { ...of, summary: 'Lists the user properties.', row: userPropertyRow }),
  ...recordCalls({
    ...of,
    subject: 'userProperties',
    one: 'a user property',
    fields: userPropertyFields,
    item: userProperty,
    errors: [
      'thing.key-taken',
      'user-property.invalid',
      'user-property.value-taken',
      'user-property.has-values',
      'user-property.too-many',
    ],
  }),
  valuesOfUser: defineCall({
    ...ofUser,
    method: 'GET',
    path: '/users/{id}/properties',
    summary: 'Lists the properties of a user that the caller can see, with their values.',
    params,
    answer: z.array(valueOfUser),
    errors: ['thing.not-found'],
  }),
  /** Properties that are left out keep their values. An empty text removes a value. */
  setValuesOfUser: defineCall({
    ...ofUser,
    method: 'PUT',
    path: '/users/{id}/properties',
    summary: 'Sets values of the properties of a user, all of them or none.',
    scope: 'administer',
    touches: ['userProperties'],
    happensOnce: true,
    params,
    body: z.object({ values: z.record(z.string().max(limits.name), z.string().trim().max(userPropertyLimits.value)) }),
    answer: z.array(valueOfUser),
    errors: ['thing.not-found', 'user-property.invalid', 'user-property.value-taken'],
  }),
  /** Finds at most 20 enabled users. */
  findValuesOfUser: defineCall({
    ...ofUser,
    method: 'GET',
    path: '/users/{id}/properties/{key}/choices',
    summary: 'Finds users or groups that a property of a user can have as its value.',
    params: params.extend({ key: z.string().max(limits.name) }),
    query: z.object({ q: z.string().trim().max(100).default('') }),
    answer: z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })), isMore: z.boolean() }),
    errors: ['thing.not-found'],
  }),
})
