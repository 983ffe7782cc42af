import { z } from 'zod'
import { type Audience, type Call, defineCall } from './call.ts'
import { deletedReason, disabled } from './disabling.ts'
import type { ErrorCode } from './errors.ts'
import { instant, idParams as params, person } from './values.ts'

/** The fields that records of all kinds have. */
export const recordFields = {
  id: z.string(),
  /** Counts changes; to be sent with the next one. */
  revision: z.number().int(),
  createdAt: instant,
  createdBy: person.nullable(),
  updatedAt: instant,
  updatedBy: person.nullable(),
}

/** The field of records that can be disabled. */
export const disabledField = { disabled: disabled.nullable() }

interface RecordPlace<Fields extends z.ZodObject, Item extends z.ZodType, A extends Audience> {
  /** The subject of `defineCalls`: its reading calls are out of date after a change. */
  readonly subject: string
  readonly path: `/${string}`
  /** The noun with its article: `a cost centre`. */
  readonly one: string
  readonly tag: string
  readonly audience: A
  /** The fields that users enter. */
  readonly fields: Fields
  readonly item: Item
  /** Error codes of creating and saving, in addition to those of all records. */
  readonly errors?: readonly ErrorCode[]
}

interface Change<Method extends Call['method'], A extends Audience> extends Call {
  readonly method: Method
  readonly audience: A
  readonly happensOnce: true
}

type Id = typeof params

/** The calls of one record: create, get, and save with the revision that was read. */
interface EditCalls<Fields extends z.ZodObject, Item extends z.ZodType, A extends Audience> {
  readonly create: Change<'POST', A> & { readonly body: Fields; readonly answer: Item }
  readonly get: Call & { readonly method: 'GET'; readonly audience: A; readonly params: Id; readonly answer: Item }
  readonly save: Change<'PUT', A> & {
    readonly params: Id
    readonly body: z.ZodObject<Fields['shape'] & { revision: z.ZodOptional<z.ZodNumber> }>
    readonly answer: Item
  }
}

interface DisablingCalls<Item extends z.ZodType, A extends Audience> {
  readonly disable: Change<'DELETE', A> & {
    readonly params: Id
    readonly query: typeof deletedReason
    readonly answer: Item
  }
  readonly restore: Change<'POST', A> & { readonly params: Id; readonly answer: Item }
}

interface RemovingCalls<A extends Audience> {
  readonly remove: Change<'DELETE', A> & { readonly params: Id; readonly answer: 'empty' }
}

/**
 * Creates the calls of a record that can be disabled with a reason and restored, except those of its list
 * (`listCalls`).
 */
export function recordCalls<Fields extends z.ZodObject, Item extends z.ZodType, const A extends Audience>(
  place: RecordPlace<Fields, Item, A>,
): EditCalls<Fields, Item, A> & DisablingCalls<Item, A> {
  const { subject, path, one, tag, audience, item: answer } = place
  const change = { tag, audience, touches: [subject], happensOnce: true, params, answer } as const
  return {
    ...editCalls(place),
    disable: defineCall({
      ...change,
      method: 'DELETE',
      path: `${path}/{id}`,
      summary: `Disables ${one}, with a reason.`,
      query: deletedReason,
      errors: ['thing.not-found', 'thing.disabled'],
    }),
    restore: defineCall({
      ...change,
      method: 'POST',
      path: `${path}/{id}/restore`,
      summary: `Restores ${one} that is disabled.`,
      errors: ['thing.not-found', 'thing.exists'],
    }),
  }
}

/** Creates the calls of a record that can be deleted for good, except those of its list (`listCalls`). */
export function removableCalls<Fields extends z.ZodObject, Item extends z.ZodType, const A extends Audience>(
  place: RecordPlace<Fields, Item, A>,
): EditCalls<Fields, Item, A> & RemovingCalls<A> {
  const { subject, path, one, tag, audience } = place
  return {
    ...editCalls(place),
    remove: defineCall({
      tag,
      audience,
      method: 'DELETE',
      path: `${path}/{id}`,
      summary: `Removes ${one}.`,
      touches: [subject],
      happensOnce: true,
      params,
      answer: 'empty',
      errors: ['thing.not-found'],
    }),
  }
}

function editCalls<Fields extends z.ZodObject, Item extends z.ZodType, A extends Audience>({
  subject,
  path,
  one,
  tag,
  audience,
  fields,
  item: answer,
  errors = [],
}: RecordPlace<Fields, Item, A>): EditCalls<Fields, Item, A> {
  const change = { tag, audience, touches: [subject], happensOnce: true, answer } as const
  return {
    create: defineCall({
      ...change,
      method: 'POST',
      path,
      summary: `Creates ${one}.`,
      body: fields,
      errors: ['thing.name-taken', ...errors],
    }),
    get: defineCall({
      tag,
      audience,
      method: 'GET',
      path: `${path}/{id}`,
      summary: `Returns ${one}.`,
      params,
      answer,
      errors: ['thing.not-found'],
    }),
    save: defineCall({
      ...change,
      method: 'PUT',
      path: `${path}/{id}`,
      summary: `Changes ${one}.`,
      params,
      body: fields.extend({ revision: z.number().int().optional() }) as never,
      errors: ['thing.not-found', 'thing.disabled', 'thing.changed', 'thing.name-taken', ...errors],
    }),
  }
}
