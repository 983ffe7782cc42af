import type { FileContext } from '../../operations/operation-context.ts'
import { needFor, type ProcessReference } from '../../operations/process-reference.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Right } from '../../platform/auth/rights.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { refuse } from '../../platform/errors/refusal.ts'
import type { Part } from '../../platform/http/read-parts.ts'
import type { StoredContent } from '../../platform/uploads/stored-content.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { AssumedCaller } from './assumed-caller.ts'
import { type Readers, readersOf } from './readers.ts'

/** A request with its parsed parameters and body. */
export interface Call {
  readonly context: FileContext
  readonly runtime: Runtime
  /** The call with its user. */
  readonly request: Request
  readonly actor: Actor
  /** Parameters of the path. */
  readonly path: Readonly<Record<string, string>>
  /** Parameters behind the question mark; of one that is given twice the first counts. */
  readonly query: Readonly<Record<string, string>>
  /** The JSON body; undefined when there is none. Whole numbers beyond 2^53 are bigints. */
  readonly body: unknown
  /** Parts of a multipart body. */
  readonly parts: readonly Part[]
  /** The content type that the client prefers, such as `application/xml`. */
  readonly accept: string
  /** Where this surface is reached, for links in answers. */
  readonly base: string
  /** Where the request comes from. */
  readonly address: string
  /** Ends when the client hangs up. */
  readonly signal: AbortSignal
  /** The check of the caller, for a list that makes it with its first round trip; null: the caller was checked. */
  readonly assumed: AssumedCaller | null
}

/** An answer with bytes instead of JSON. */
export class BinaryAnswer {
  readonly bytes: Uint8Array
  readonly contentType: string
  readonly fileName: string | null

  constructor(bytes: Uint8Array, contentType: string, fileName: string | null) {
    this.bytes = bytes
    this.contentType = contentType
    this.fileName = fileName
  }
}

/** An answer with a file that is streamed. */
export class FileContent {
  readonly content: StoredContent
  readonly contentType: string
  readonly fileName: string | null

  constructor(content: StoredContent, contentType: string, fileName: string | null) {
    this.content = content
    this.contentType = contentType
    this.fileName = fileName
  }
}

/** An answer with many items, which are created while they are sent. */
export class ListAnswer {
  readonly portions: AsyncIterable<readonly unknown[]>
  /** Gives up what the portions are read from, taken or not. */
  readonly end: () => void

  constructor(portions: AsyncIterable<readonly unknown[]>, end: () => void) {
    this.portions = portions
    this.end = end
  }
}

/** Handles a call. Returns the body as JSON, a `BinaryAnswer` as bytes, or undefined for 204. */
export type Handler = (call: Call) => Promise<unknown>

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS'
  readonly path: string
  readonly handle: Handler
  /** Asked before the body is read; null for an operation, whose own policy decides. */
  readonly readers: Readers | null
  readonly body: BodyKind
  /** Waits long for something to happen. */
  readonly isWaiting?: boolean
  /** The names of the parameters and of the sort keys of a list; left out for other calls. */
  readonly list?: ListParameters
}

/** The parameters by which a list can be filtered and sorted. */
export interface ListParameters {
  readonly filters: readonly string[]
  readonly sorts: readonly string[]
  readonly hasOrQueries: boolean
}

/**
 * The kind of content of a body, which determines its size limit: see `bodies`. In a deployment only models are kept in
 * memory; other files are staged in the database.
 */
export type BodyKind = 'small' | 'variables' | 'files' | 'deployment'

export const get = (path: string, handle: Handler, readers: Readers = readersOf(path)): Route => ({
  method: 'GET',
  path,
  handle,
  readers,
  body: 'small',
})
/** Creates a route that reads by POST, because its query can be too long for an address. */
export const ask = (path: string, handle: Handler, readers: Readers = readersOf(path)): Route => ({
  method: 'POST',
  path,
  handle,
  readers,
  body: 'small',
})
export const options = (path: string, handle: Handler, readers: Readers = readersOf(path)): Route => ({
  method: 'OPTIONS',
  path,
  handle,
  readers,
  body: 'small',
})
const action =
  (method: 'POST' | 'PUT' | 'DELETE') =>
  (path: string, handle: Handler, body: BodyKind = 'small'): Route => ({ method, path, handle, readers: null, body })

export const post = action('POST')
export const put = action('PUT')
export const remove = action('DELETE')

/** Checks the right to read the object that an operation returns after changing it. @throws Refusal */
export async function needToRead({ context, request }: Call, right: Right, thing: ProcessReference): Promise<void> {
  const gone = () => refuse('right.missing', 'Expected the right to read what this answers, but you do not have it.')
  const refusal = await needFor(context, request, right, { thing, gone })
  if (refusal !== null) throw refusal
}

/** Returns a parameter of the path that the route declares. */
export function pathOf(call: Call, name: string): string {
  const value = call.path[name]
  if (value === undefined) throw new Error(`Expected the route to have a parameter ${name}, but it has none.`)
  return value
}
