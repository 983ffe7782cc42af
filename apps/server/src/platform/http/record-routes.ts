import type { AnswerOf, Call } from '@millrace/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Request } from '../auth/request.ts'
import { Refusal } from '../errors/refusal.ts'
import { type Handling, route } from './route.ts'

/** The calls of a record: disable and restore, or delete for good, as in its contract. */
export interface CallsOfRecord {
  readonly create: Call
  readonly get: Call
  readonly save: Call
  readonly disable?: Call
  readonly restore?: Call
  readonly remove?: Call
}

/** A body of a change with the revision that the caller has read; undefined: any revision. */
export type WithRevision<Body> = Omit<Body, 'revision'> & { readonly revision: number | undefined }

type Action<Ref> = (request: Request, ref: Ref) => Promise<Refusal | null>

interface Editing<C extends CallsOfRecord, Ref> {
  /** Returns the reference to the record in a path. */
  readonly refOf: (params: Handling<C['get']>['params']) => Ref
  readonly read: (request: Request, ref: Ref) => Promise<AnswerOf<C['get']> | Refusal>
  /** Reads a record that was just changed; default: `read`. */
  readonly readChanged?: (request: Request, ref: Ref) => Promise<AnswerOf<C['get']> | Refusal>
  readonly create: (
    request: Request,
    body: Handling<C['create']>['body'],
    params: Handling<C['create']>['params'],
    http: FastifyRequest,
  ) => Promise<Ref | Refusal>
  /** Returns null on success, otherwise a refusal, like all functions that follow. */
  readonly change: (
    request: Request,
    ref: Ref,
    body: WithRevision<Handling<C['save']>['body']>,
  ) => Promise<Refusal | null>
}

interface Disabling<Ref> {
  readonly disable: (request: Request, ref: Ref, reason: string) => Promise<Refusal | null>
  readonly restore: Action<Ref>
}

interface Removing<Ref> {
  readonly remove: Action<Ref>
}

type Actions<C extends CallsOfRecord, Ref> = Editing<C, Ref> &
  (C extends { readonly disable: Call } ? Disabling<Ref> : unknown) &
  (C extends { readonly remove: Call } ? Removing<Ref> : unknown)

/** Serves the calls of a record, except its list. Answers have the record after the change. */
export function recordRoutes<const C extends CallsOfRecord, Ref>(
  app: FastifyInstance,
  calls: C,
  actions: Actions<C, Ref>,
): void {
  const { create, get, save, disable, restore, remove } = calls as unknown as Served<CallsOfRecord>
  const { refOf, read, readChanged = read, ...done } = actions as unknown as AnyActions<Ref>
  const show = async (request: Request, ref: Ref, refusal: Refusal | null) => refusal ?? readChanged(request, ref)
  route(app, create, async ({ request, body, params, http }) => {
    const made = await done.create(request, body, params, http)
    return made instanceof Refusal ? made : readChanged(request, made)
  })
  route(app, get, ({ request, params }) => read(request, refOf(params)))
  route(app, save, async ({ request, params, body }) => {
    const ref = refOf(params)
    return show(request, ref, await done.change(request, ref, { ...body, revision: body.revision }))
  })
  if (disable !== undefined)
    route(app, disable, async ({ request, params, query }) => {
      const ref = refOf(params)
      return show(request, ref, await done.disable(request, ref, query.deletedReason))
    })
  if (restore !== undefined)
    route(app, restore, async ({ request, params }) => {
      const ref = refOf(params)
      return show(request, ref, await done.restore(request, ref))
    })
  if (remove !== undefined) route(app, remove, ({ request, params }) => done.remove(request, refOf(params)))
}

/** The calls of any record, of which no more is known here than what all of them are given. */
type Served<C> = { readonly [N in keyof C]: ServedCall }

interface ServedCall extends Call {
  readonly audience: 'signed-in'
  readonly params: z.ZodType<never>
  readonly query: z.ZodType<{ readonly deletedReason: string }>
  readonly body: z.ZodType<{ readonly revision?: number }>
  readonly answer: z.ZodType
}

type AnyActions<Ref> = Editing<Served<CallsOfRecord> & Required<Served<CallsOfRecord>>, Ref> &
  Disabling<Ref> &
  Removing<Ref>
