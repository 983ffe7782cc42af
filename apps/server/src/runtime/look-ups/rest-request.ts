import type { RestAdapter, RestConnection } from '@millrace/contract'
import type { OutgoingRequest } from '../../platform/outgoing/http-client.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { bodyWriterOf } from './bodies/body.ts'
import { fillPlaces, getParameter, listPlacesIn, type Parameters, replacePlaces } from './parameters.ts'

/** The request of an adapter. */
export interface RestRequest extends Pick<OutgoingRequest, 'method' | 'url' | 'headers' | 'body'> {
  /** The body for users and logs, in which files are shown by their sizes. */
  readonly shownBody: string | null
}

/** Lists the parameters in the path, query, headers and body of a request, each once. */
export function listPlaces(adapter: RestAdapter): readonly string[] {
  const { path, query, headers } = adapter
  const texts = [path, ...[...query, ...headers].map(({ value }) => value)]
  return [...new Set([...listPlacesIn(texts), ...bodyWriterOf(adapter).places(adapter)])]
}

/** Lists the parameters in the path of a request, which must have a value. */
export function listPathPlaces({ path }: RestAdapter): readonly string[] {
  return listPlacesIn([path])
}

/** Lists the parameters whose values are files. */
export function listFileParameters(adapter: RestAdapter): readonly string[] {
  return adapter.method === 'GET' ? [] : bodyWriterOf(adapter).filePlaces(adapter)
}

/** Returns whether a parameter in the path of the request has no value. */
export function lacksPathValue({ path }: RestAdapter, parameters: Parameters): boolean {
  return listPlacesIn([path]).some((name) => getParameter(parameters, name) === '')
}

/**
 * Returns the request of an adapter. Each value is encoded for its position, so that it cannot become another part of
 * the path, another parameter or another member of the body.
 *
 * @throws OutgoingFailure for a value that is not possible at its position.
 */
export function createRestRequest(
  adapter: RestAdapter,
  { connection, secret, parameters }: { connection: RestConnection; secret: string; parameters: Parameters },
): RestRequest {
  const url = new URL(connection.baseUrl)
  const path = replacePlaces(adapter.path, (name) => encodeURIComponent(getValue(parameters, name)))
  // What is only dots leads elsewhere, however it is written.
  if (path !== adapter.path && path.split('/').some((part) => /^\.{1,2}$/.test(part)))
    throw new OutgoingFailure('Expected values for the path, but one contains a dot segment.', {
      isFinal: true,
    })
  url.pathname = url.pathname.replace(/\/$/, '') + path
  for (const { name, value } of adapter.query) {
    const filled = fillPlaces(value, parameters)
    if (filled !== '' || !value.includes('{')) url.searchParams.append(name, filled)
  }
  const body = adapter.method === 'GET' ? null : bodyWriterOf(adapter).fill(adapter, parameters)
  return {
    method: adapter.method,
    url: url.href,
    headers: {
      accept: 'application/json',
      ...(body !== null && { 'content-type': body.type }),
      ...Object.fromEntries(
        adapter.headers.map(({ name, value }) => [name.toLowerCase(), fillPlaces(value, parameters)]),
      ),
      ...signIn(connection, secret),
    },
    body: body?.content ?? null,
    shownBody: body?.shown ?? null,
  }
}

function getValue(parameters: Parameters, name: string): string {
  const value = getParameter(parameters, name)
  if (value !== '') return value
  throw new OutgoingFailure(`Expected a value for “${name}” in the address, but it is empty.`, { isFinal: true })
}

function signIn({ signIn: kind, username, header }: RestConnection, secret: string): Record<string, string> {
  switch (kind) {
    case 'none':
      return {}
    case 'basic':
      return { authorization: `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}` }
    case 'bearer':
      return { authorization: `Bearer ${secret}` }
    // The sender fetches a token.
    case 'oauth':
      return {}
    case 'header':
      return { [header.toLowerCase()]: secret }
    default:
      return kind satisfies never
  }
}
