import type { OutgoingClient } from '../outgoing/http-client.ts'

/** The options of a call of a provider, in the format of `fetch`. */
interface FetchOptions {
  readonly method?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: unknown
}

export type Fetch = (url: string, options?: FetchOptions) => Promise<Response>

/** Milliseconds for a call of a provider. */
const timeoutMs = 10_000
/** Bytes of an answer: descriptions, keys, tokens and claims are small. */
const maxBytes = 1024 * 1024

/** Status codes whose responses have no body (Fetch standard, “null body status”). */
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * Returns a `fetch` for the OpenID library that calls through the guarded client: no private addresses unless allowed,
 * no redirects, and limits of size and time.
 *
 * @throws OutgoingFailure when there is no answer, or the address may not be called.
 */
export function fetchThrough(outgoing: OutgoingClient): Fetch {
  return async (url, { method = 'GET', headers = {}, body } = {}) => {
    const answer = await outgoing.send({
      ...{ method, url, headers, timeoutMs, maxBytes },
      body: body === undefined || body === null ? null : String(body),
    })
    return new Response(withoutBody.has(answer.statusCode) ? null : answer.body, {
      status: answer.statusCode,
      headers: answer.headers,
    })
  }
}
