import { z } from 'zod'
import { type Call, defineCall } from './call.ts'
import { editLock, lockRequest } from './design-values.ts'
import { deletedReason } from './disabling.ts'
import type { ErrorCode } from './errors.ts'

/** A kind of design, with the base path of its calls. */
export interface Designed<Params extends z.ZodType> extends Pick<Call, 'tag' | 'audience'> {
  /** The name of one design in summaries: `a form`. */
  readonly what: string
  readonly params: Params
  /** The path of the object. */
  readonly path: Call['path']
}

interface DesignRecord<Params extends z.ZodType, Item extends z.ZodType> extends Designed<Params> {
  /** The calls whose answers a change makes out of date. */
  readonly touches: readonly string[]
  /** The design without its text. */
  readonly item: Item
}

/** Creates the calls that read, disable and restore a design of any kind. */
export function designRecordCalls<Params extends z.ZodType, Item extends z.ZodType>({
  tag,
  audience,
  what,
  params,
  path,
  touches,
  item: answer,
}: DesignRecord<Params, Item>) {
  const one = { tag, audience, params, answer }
  const change = { ...one, touches, happensOnce: true } as const
  return {
    get: defineCall({
      ...one,
      method: 'GET',
      path,
      summary: `${what.charAt(0).toUpperCase()}${what.slice(1)}, without its design.`,
      errors: ['thing.not-found'],
    }),
    disable: defineCall({
      ...change,
      method: 'DELETE',
      path,
      summary: `Disables ${what}, with a reason.`,
      query: deletedReason,
      errors: ['thing.not-found', 'thing.disabled'],
    }),
    restore: defineCall({
      ...change,
      method: 'POST',
      path: `${path}/restore`,
      summary: `Restores ${what} that was disabled.`,
      errors: ['thing.not-found', 'thing.exists'],
    }),
  }
}

interface CopiedDesigns<
  Ids extends z.ZodType,
  Proposed extends z.ZodType,
  Copies extends z.ZodType,
  Item extends z.ZodType,
> extends Pick<Call, 'tag' | 'audience'> {
  /** The plural for summaries and for positions in errors, such as `forms`. */
  readonly many: string
  /** The path of the designs of all applications. */
  readonly path: Call['path']
  readonly touches: readonly string[]
  /** The ids of the designs to copy. */
  readonly ids: Ids
  /** The names of one copy, before it is created. */
  readonly proposed: Proposed
  /** The copies, as the user wants them. */
  readonly copies: Copies
  readonly item: Item
  readonly errors: readonly ErrorCode[]
}

/** Creates the calls that copy several designs of applications, of any kind. */
export function copyCalls<
  Ids extends z.ZodType,
  Proposed extends z.ZodType,
  Copies extends z.ZodType,
  Item extends z.ZodType,
>({
  tag,
  audience,
  many,
  path,
  touches,
  ids,
  proposed,
  copies,
  item,
  errors,
}: CopiedDesigns<Ids, Proposed, Copies, Item>) {
  return {
    /** Proposes names and keys. `saveMultiple` creates the copies with the names that the user has chosen. */
    copyMultiple: defineCall({
      tag,
      audience,
      method: 'POST',
      path: `${path}/copy-multiple`,
      summary: `Returns names and keys for copies of several ${many}.`,
      scope: 'read',
      touches: [],
      query: ids,
      answer: z.array(proposed),
      errors: ['thing.not-found', 'thing.disabled'],
    }),
    /** Creates all designs or none. Errors name a design by its position: `forms.2.name`. */
    saveMultiple: defineCall({
      tag,
      audience,
      method: 'POST',
      path: `${path}/save-multiple`,
      summary: `Copies ${many} with their designs.`,
      touches,
      happensOnce: true,
      body: copies,
      answer: z.array(item),
      errors: ['thing.not-found', 'thing.disabled', 'thing.name-taken', 'thing.key-taken', ...errors],
    }),
  }
}

/** Creates the calls for locks and auto saves of a design of any kind. */
export function lockCalls<Params extends z.ZodType>({ tag, audience, what, params, path }: Designed<Params>) {
  const gone = 'thing.not-found'
  const one = { tag, audience, params }
  return {
    lock: defineCall({
      ...one,
      method: 'POST',
      path: `${path}/edit-lock`,
      isQuiet: true,
      summary: `Locks the design of ${what} for the user, or returns who has locked it.`,
      touches: [],
      body: lockRequest,
      answer: editLock,
      errors: [gone, 'thing.disabled'],
    }),
    unlock: defineCall({
      ...one,
      method: 'DELETE',
      path: `${path}/edit-lock`,
      isQuiet: true,
      summary: `Unlocks the design of ${what}.`,
      touches: [],
      query: z.object({ token: z.uuid() }),
      answer: 'empty',
      errors: [gone],
    }),
    discardAutoSaved: defineCall({
      ...one,
      method: 'DELETE',
      path: `${path}/auto-saved-data`,
      summary: `Deletes the recovery copy of the design of ${what}.`,
      touches: ['formDesigner.autoSaved'],
      answer: 'empty',
      errors: [gone],
    }),
  }
}
