import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { LiveTopic } from './live-topics.ts'
import type { Role } from './roles.ts'
import type { Scope } from './scopes.ts'

/** Who may make a call: everybody, signed-in users, or users with at least one of the roles. */
export type Audience = 'public' | 'signed-in' | readonly Role[]

/**
 * An HTTP call of the product, and the only description of it. Validation, response filter, OpenAPI and the browser's
 * typed client are made from it. Paths are relative to the API base and write parameters as `{id}`.
 */
export interface Call {
  /** Subject and name, `tasks.assigned`: where it is in `api`. Given by `defineCalls`. */
  readonly name?: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  /** One sentence in the words of the guide. */
  readonly summary: string
  readonly tag: string
  readonly audience: Audience
  /**
   * The scope that an API token needs; `browser` when no token is accepted. Calls that only read need `read` by
   * default, public calls none.
   */
  readonly scope?: Scope | 'browser'
  /** A GET that changes something, as the specification wants some: it needs the CSRF token too. */
  readonly isChange?: true
  /**
   * Whether the body itself proves that the sender may make the call, without a cookie: other sites cannot make a
   * browser send it, so it needs no CSRF token.
   */
  readonly isOwnProof?: true
  /**
   * The reading calls that a changing call makes out of date, by subject and name, `tasks.assigned`, or all of a
   * subject, `tasks`. The browser loads them again. Every changing call has it, even if empty.
   */
  readonly touches?: readonly string[]
  /** For a reading call: the topics of the stream of changes that make its answer out of date. */
  readonly follows?: readonly LiveTopic[]
  /**
   * Whether a second execution would have another effect: starts, completions, uploads, creations, deletions. The
   * browser sends such a call with an `Idempotency-Key`, by which the server recognises a repetition. Other calls can
   * be repeated without harm.
   */
  readonly happensOnce?: true
  /**
   * Whether an open page makes the call automatically. Such a call does not count as use: it neither resets the idle
   * countdown nor prolongs the session (decision 35).
   */
  readonly isQuiet?: true
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  /** JSON body, or `multipart` for uploads. */
  readonly body?: z.ZodType | 'multipart'
  /**
   * The limits of a multipart body: the number of files, and the bytes of each. With `isStaged`, files are stored while
   * they arrive, and never held in memory.
   */
  readonly parts?: { readonly files: number; readonly fileSize: number; readonly isStaged?: true }
  /** Most bytes of the body, of all parts together. Without it `limits.jsonBody`. */
  readonly bodyLimit?: number
  /** Reads much by its nature: it may take longer than others, and fewer of its kind run at once. */
  readonly isLong?: true
  /**
   * The body of a successful answer. `'empty'` is 204; `'text'`, `'xml'` and `'file'` are sent unchanged, `'events'` as
   * a stream.
   */
  readonly answer: z.ZodType | 'empty' | 'text' | 'xml' | 'file' | 'events'
  /** The body of a 503 that is not a refusal. */
  readonly unavailable?: z.ZodType
  /** Further members of a refusal of this call, besides code and message. */
  readonly refusal?: z.ZodObject
  /** Error codes of this call in addition to those of all calls. */
  readonly errors?: readonly ErrorCode[]
}

export function defineCall<const T extends Call>(call: T): T {
  return call
}

/** Defines the calls of a subject, each with its name. */
export function defineCalls<const T extends Readonly<Record<string, Call>>>(subject: string, calls: T): T {
  return Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [name, { ...call, name: `${subject}.${name}` }]),
  ) as T
}

export type ParamsOf<T extends Call> = T extends { params: infer P extends z.ZodType }
  ? z.output<P>
  : Record<never, never>
export type QueryOf<T extends Call> = T extends { query: infer Q extends z.ZodType } ? z.input<Q> : Record<never, never>
export type BodyOf<T extends Call> = T extends { body: infer B extends z.ZodType } ? z.input<B> : undefined
/** A body as the server reads it, with its defaults. */
export type ReadBodyOf<T extends Call> = T extends { body: infer B extends z.ZodType } ? z.output<B> : undefined
export type AnswerOf<T extends Call> = T extends { answer: infer A extends z.ZodType } ? z.output<A> : undefined

/** Returns the scope that an API token needs for a call; null for public calls. */
export function scopeOf({ audience, scope, method, isChange }: Call): Scope | 'browser' | null {
  if (audience === 'public') return null
  return scope ?? (method === 'GET' && isChange !== true ? 'read' : 'administer')
}
