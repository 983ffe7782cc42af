import type { OperationContext } from '../operations/operation-context.ts'
import type { Request } from '../platform/auth/request.ts'
import { type Filter, parseFilter } from './filter/parse-filter.ts'
import { listSchema, resultLimit } from './schemas.ts'
import { invalid, ScimError } from './scim-error.ts'

export interface ScimCall {
  readonly context: OperationContext
  readonly request: Request
  /** The address of the surface. */
  readonly base: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  readonly ifMatch: string | null
  readonly ifNoneMatch: string | null
}

export interface ScimAnswer {
  readonly status: number
  /** Null: none. */
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface ScimRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly handle: (call: ScimCall) => Promise<ScimAnswer>
}

export interface ScimPage {
  readonly filter: Filter | null
  readonly startIndex: number
  readonly offset: number
  readonly limit: number
}

/** Reads filter and paging of a list (RFC 7644, section 3.4.2). */
export function readPage(query: Readonly<Record<string, string>>): ScimPage {
  const startIndex = Math.max(1, readNumber(query['startIndex'], 1))
  const limit = Math.min(resultLimit, Math.max(0, readNumber(query['count'], 100)))
  const filter = query['filter'] === undefined || query['filter'].trim() === '' ? null : parseFilter(query['filter'])
  return { filter, startIndex, offset: startIndex - 1, limit }
}

function readNumber(text: string | undefined, fallback: number): number {
  if (text === undefined || text === '') return fallback
  if (!/^-?\d{1,9}$/.test(text)) throw invalid('invalidValue', 'Expected startIndex and count to be whole numbers.')
  return Number(text)
}

/** Returns the body of the answer for a list. */
export function listAnswer(
  total: number,
  { startIndex }: Pick<ScimPage, 'startIndex'>,
  resources: readonly unknown[],
): ScimAnswer {
  return {
    status: 200,
    body: {
      schemas: [listSchema],
      totalResults: total,
      startIndex,
      itemsPerPage: resources.length,
      Resources: resources,
    },
  }
}

export function notFound(what: string): ScimError {
  return new ScimError(404, null, `Expected a ${what}, but there is none with this id.`)
}

/** Refuses a change of a version other than the one that the client has read. */
export function refuseOtherVersion(ifMatch: string | null, etag: string): void {
  if (ifMatch !== null && !listTags(ifMatch).includes(strip(etag)) && ifMatch.trim() !== '*')
    throw new ScimError(412, null, 'Expected the version that was read, but it was changed since. Read it again.')
}

/** Returns whether the client has this version already. */
export function isKnownVersion(ifNoneMatch: string | null, etag: string): boolean {
  return ifNoneMatch !== null && (ifNoneMatch.trim() === '*' || listTags(ifNoneMatch).includes(strip(etag)))
}

function listTags(header: string): string[] {
  return header.split(',').map((tag) => strip(tag.trim()))
}

/** Weak and strong tags of one version are alike here. */
function strip(tag: string): string {
  return tag.replace(/^W\//, '')
}

/** How often a patch is applied to what another client has changed meanwhile. */
const maxPatches = 20

/**
 * Applies a patch, and repeats it when the resource was changed after it was read: clients send concurrent patches for
 * one group, and none of them is lost. A client that names a version is refused instead.
 */
export async function patchAgain(ifMatch: string | null, patch: () => Promise<ScimAnswer>): Promise<ScimAnswer> {
  for (let count = 1; ; count++)
    try {
      return await patch()
    } catch (error) {
      const isChanged = error instanceof ScimError && error.status === 412
      if (!isChanged || ifMatch !== null || count === maxPatches) throw error
    }
}
