import type { ParameterType, RestAdapter, RestConnection } from '@millrace/contract'
import type { OutgoingRequest } from '../../platform/outgoing/http-client.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'

/** The values of an adapter's parameters, by name. A missing value counts as empty. */
export type Parameters = Readonly<Record<string, string>>

const places = /\{([A-Za-z][A-Za-z0-9_]{0,49})\}/g

/** Lists the parameters in the path, query, headers and body of a request, each once. */
export function listPlaces({ path, query, headers, body }: RestAdapter): readonly string[] {
  const texts = [path, ...[...query, ...headers].map(({ value }) => value), ...listTexts(readBody(body))]
  return [...new Set(texts.flatMap((text) => [...text.matchAll(places)].map(([, name = '']) => name)))]
}

/** Lists the parameters in the path of a request, which must have a value. */
export function listPathPlaces({ path }: RestAdapter): readonly string[] {
  return [...new Set([...path.matchAll(places)].map(([, name = '']) => name))]
}

/** Returns the value of a parameter, or an empty text. Names such as `constructor` have no special meaning. */
export function getParameter(parameters: Parameters, name: string): string {
  return Object.hasOwn(parameters, name) ? (parameters[name] ?? '') : ''
}

/** Returns whether a parameter in the path of the request has no value. */
export function lacksPathValue({ path }: RestAdapter, parameters: Parameters): boolean {
  return [...path.matchAll(places)].some(([, name = '']) => getParameter(parameters, name) === '')
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
): Pick<OutgoingRequest, 'method' | 'url' | 'headers' | 'body'> {
  const url = new URL(connection.baseUrl)
  const path = adapter.path.replaceAll(places, (_, name) => encodeURIComponent(getValue(parameters, name)))
  // What is only dots leads elsewhere, however it is written.
  if (path !== adapter.path && path.split('/').some((part) => /^\.{1,2}$/.test(part)))
    throw new OutgoingFailure('Expected values for the path, but one contains a dot segment.', {
      isFinal: true,
    })
  url.pathname = url.pathname.replace(/\/$/, '') + path
  for (const { name, value } of adapter.query) {
    const filled = fill(value, parameters)
    if (filled !== '' || !value.includes('{')) url.searchParams.append(name, filled)
  }
  const body = readBody(adapter.body)
  const isSent = adapter.method !== 'GET' && body !== undefined
  return {
    method: adapter.method,
    url: url.href,
    headers: {
      accept: 'application/json',
      ...(isSent && { 'content-type': 'application/json' }),
      ...Object.fromEntries(adapter.headers.map(({ name, value }) => [name.toLowerCase(), fill(value, parameters)])),
      ...signIn(connection, secret),
    },
    body: isSent ? JSON.stringify(fillTexts(body, { parameters, types: adapter.types })) : null,
  }
}

/** Parses a JSON body; undefined when it is empty or not JSON. */
export function readBody(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
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

function fill(text: string, parameters: Parameters): string {
  return text.replaceAll(places, (_, name) => getParameter(parameters, name))
}

interface Values {
  readonly parameters: Parameters
  readonly types: RestAdapter['types']
}

function fillTexts(value: unknown, values: Values): unknown {
  if (typeof value === 'string') return fillText(value, values)
  if (Array.isArray(value)) return value.map((one) => fillTexts(one, values))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fillTexts(one, values)]))
}

/** A text that is one place for a value of a type gets the value itself: a number, a list. */
function fillText(text: string, { parameters, types }: Values): unknown {
  const name = /^\{([A-Za-z][A-Za-z0-9_]{0,49})\}$/.exec(text)?.[1]
  const type = types.find((one) => one.name === name)?.type ?? 'text'
  if (name === undefined || !jsonTypes.has(type)) return fill(text, parameters)
  const value = getParameter(parameters, name)
  if (value === '') return null
  try {
    return JSON.parse(value)
  } catch {
    // A text, for a value of any type.
    return value
  }
}

const jsonTypes: ReadonlySet<ParameterType> = new Set(['integer', 'number', 'boolean', 'list', 'object', 'any'])

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : []
}
