import { externalLimits, type RestPaging } from '@millrace/contract'
import type { OutgoingAnswer, OutgoingRequest } from '../../../platform/outgoing/http-client.ts'
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts'

type Request = Pick<OutgoingRequest, 'method' | 'url' | 'headers' | 'body'>
type Page = Pick<OutgoingAnswer, 'statusCode' | 'body'>

interface Reading {
  readonly paging: RestPaging
  /** Path of the list in the answer. */
  readonly rows: string
  /** Rows after which no further page is requested. */
  readonly rowLimit: number
  /** The request of the first page. */
  readonly request: Request
  readonly send: (request: Request) => Promise<OutgoingAnswer>
}

/** The joined pages of a list that a REST service returned. */
export interface ReadPages {
  readonly answer: Page
  /** Whether the body is a list, which then has the items of all pages. Otherwise the response has no pages. */
  readonly isList: boolean
}

/**
 * Requests the pages of a list one after the other, and joins them. The next page is always on the host of the first
 * one, because the sign-in is sent with it. Pages with a number or an offset end with an empty page: a service may return
 * fewer rows than requested on each page.
 *
 * @throws OutgoingFailure where there are more pages or bytes than permitted, or a page leads back to an earlier one.
 */
export async function readPages({ paging, rows, rowLimit, request, send }: Reading): Promise<ReadPages> {
  const list: unknown[] = []
  const seen = new Set<string>()
  let url = firstUrl(paging, request.url)
  let bytes = 0
  let before: { readonly statusCode: number; readonly body: string; readonly count: number } | null = null
  for (let page = 0; ; page++) {
    if (page === externalLimits.pages)
      throw failure(`Expected at most ${externalLimits.pages} pages, but there are more. Use larger pages.`)
    if (seen.has(url)) throw failure('Expected another page, but the answer leads to the same page again.')
    seen.add(url)
    const answer = await send({ ...request, url })
    if (before !== null && isCounted(paging) && before.count < paging.size && isBehindLast(answer, rows, before.body))
      return joined(before.statusCode, list)
    const items = itemsOf(answer, rows)
    if (items === null) {
      if (page === 0) return { answer, isList: false }
      if (answer.statusCode < 200 || answer.statusCode > 299) return { answer, isList: false }
      throw failure(`Expected a list of rows in page ${page + 1}, but there is something else.`)
    }
    bytes += Buffer.byteLength(answer.body)
    if (bytes > externalLimits.content)
      throw failure(`Expected pages of at most ${externalLimits.content} bytes together, but they are larger.`)
    for (const item of items.found) list.push(item)
    const next =
      list.length >= rowLimit
        ? null
        : nextUrl(paging, { url, page, answer, count: items.found.length, total: list.length, body: items.body })
    if (next === null) return joined(answer.statusCode, list)
    url = next
    before = { statusCode: answer.statusCode, body: answer.body, count: items.found.length }
  }
}

function joined(statusCode: number, list: readonly unknown[]): ReadPages {
  return { answer: { statusCode, body: JSON.stringify(list) }, isList: true }
}

function isCounted({ kind }: RestPaging): boolean {
  return kind === 'page' || kind === 'offset'
}

/**
 * Returns whether an answer after a page that was not full says that there are no more pages: without rows, with 404, or
 * with the last page again.
 */
function isBehindLast({ statusCode, body }: OutgoingAnswer, path: string, before: string): boolean {
  if (statusCode === 404 || statusCode === 204) return true
  if (statusCode < 200 || statusCode > 299) return false
  if (body === before) return true
  try {
    return findAt(JSON.parse(body), path) === null
  } catch {
    return false
  }
}

function firstUrl({ kind, parameter, sizeParameter, size, first }: RestPaging, request: string): string {
  const url = new URL(request)
  if (sizeParameter !== '') url.searchParams.set(sizeParameter, String(size))
  if (kind === 'page' || kind === 'offset') url.searchParams.set(parameter, String(kind === 'page' ? first : 0))
  return url.href
}

interface Answered {
  readonly url: string
  readonly page: number
  readonly answer: OutgoingAnswer
  /** Rows of the page, and of all until now. */
  readonly count: number
  readonly total: number
  readonly body: unknown
}

/** Null after the last page. */
function nextUrl({ kind, parameter, cursorPath, first }: RestPaging, answered: Answered): string | null {
  const { url, page, answer, count, total, body } = answered
  switch (kind) {
    case 'link':
      return onSameHost(url, readNextLink(answer.headers['link'] ?? ''))
    case 'cursor': {
      const cursor = findAt(body, cursorPath)
      if (cursor === undefined || cursor === null || cursor === '' || typeof cursor === 'object') return null
      return withParameter(url, parameter, String(cursor))
    }
    case 'page':
      return count === 0 ? null : withParameter(url, parameter, String(first + page + 1))
    case 'offset':
      return count === 0 ? null : withParameter(url, parameter, String(total))
    default:
      return kind satisfies never
  }
}

function withParameter(url: string, name: string, value: string): string {
  const next = new URL(url)
  next.searchParams.set(name, value)
  return next.href
}

function onSameHost(url: string, next: string | null): string | null {
  if (next === null) return null
  const found = URL.canParse(next, url) ? new URL(next, url) : null
  if (found === null || found.origin !== new URL(url).origin || found.username !== '' || found.password !== '')
    throw failure('Expected the next page on the same host, but the answer leads to another address.')
  return found.href
}

/** Reads the address of the next page of a Link header (RFC 8288). */
export function readNextLink(header: string): string | null {
  for (const piece of header.split('<').slice(1)) {
    const end = piece.indexOf('>')
    if (end < 0) continue
    const rel = piece
      .slice(end + 1)
      .split(';')
      .map((parameter) => parameter.trim())
      .find((parameter) => parameter.toLowerCase().startsWith('rel='))
    const names = (rel ?? '').slice(4).replaceAll('"', '').replaceAll(',', ' ').toLowerCase().split(' ')
    if (names.includes('next')) return piece.slice(0, end)
  }
  return null
}

/** Null where an answer is no success, or has no list. */
function itemsOf(
  { statusCode, body: text }: OutgoingAnswer,
  path: string,
): { readonly found: readonly unknown[]; readonly body: unknown } | null {
  if (statusCode < 200 || statusCode > 299) return null
  try {
    const body: unknown = JSON.parse(text)
    const found = findAt(body, path)
    return Array.isArray(found) ? { found, body } : null
  } catch {
    return null
  }
}

function findAt(value: unknown, path: string): unknown {
  if (path === '') return value
  return path
    .split('.')
    .reduce<unknown>(
      (found, name) =>
        typeof found === 'object' && found !== null && Object.hasOwn(found, name)
          ? (found as Readonly<Record<string, unknown>>)[name]
          : undefined,
      value,
    )
}

function failure(message: string): OutgoingFailure {
  return new OutgoingFailure(message, { isFinal: true })
}
