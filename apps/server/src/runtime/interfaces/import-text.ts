import type { ParameterType, RestAdapter } from '@millrace/contract'
import { restMethods } from '@millrace/contract/rest-methods'
import { isSecretValue } from './find-secrets.ts'

/** A request of an interface description, as an adapter. */
export interface ImportedRequest {
  /** An id that is unique within the description: method and path, or the position in a collection. */
  readonly ref: string
  readonly key: string
  readonly name: string
  readonly description: string
  readonly settings: RestAdapter
  /** The parts that were left out, a sentence for each. */
  readonly notes: readonly string[]
}

export type ReadImport =
  | { readonly ok: true; readonly title: string; readonly requests: readonly ImportedRequest[] }
  | { readonly ok: false; readonly fault: string }

type Json = Readonly<Record<string, unknown>>

export const maxRequests = 500

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function textIn(value: unknown, most = 200): string {
  return typeof value === 'string'
    ? value
        // Many requests can have the same long text.
        .slice(0, most * 2)
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, most)
    : ''
}

/** Returns the description of a request, unless it contains a secret, for example in the address of an example. */
export function readDescription(request: Json, notes: string[]): string {
  const text = textIn(request['description'], 500)
  if (!isSecretValue(text)) return text
  notes.push('The description may contain a secret, and is left out.')
  return ''
}

export function isMethod(method: string): method is RestAdapter['method'] {
  return (restMethods as readonly string[]).includes(method)
}

/** The values that a request takes, each under a name that adapters can have. */
export interface Names {
  /** Returns the placeholder of a value, such as `{orderId}`, and stores its type. */
  place(name: string, type?: ParameterType): string
  readonly types: RestAdapter['types']
}

/** Values of one request: more than an adapter can have. */
const maxNames = 100

/**
 * Creates an empty collection of parameter names for a request.
 *
 * @throws RangeError by `place` when a request has too many parameters.
 */
export function createNames(): Names {
  const known = new Map<string, string>()
  const types: RestAdapter['types'] = []
  return {
    types,
    place: (name, type = 'text') => {
      let plain = known.get(name)
      if (plain === undefined) {
        if (known.size === maxNames) throw new RangeError('Too many values.')
        plain = freeName(toName(name), new Set(known.values()))
        known.set(name, plain)
        if (type !== 'text') types.push({ name: plain, type })
      }
      return `{${plain}}`
    },
  }
}

/**
 * Converts a text into a valid name of a parameter, column or key: letters and digits, beginning with a letter, at most
 * 40 characters.
 */
export function toName(text: string): string {
  const plain = text
    .slice(0, 400)
    .replaceAll(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => (next ?? '').toUpperCase())
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, 40)
  return /^[A-Za-z]/.test(plain) ? plain : 'value'
}

export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name
  for (let number = 2; taken.has(free); number++) free = `${name.slice(0, 40)}${number}`
  return free
}

/** Settings of an adapter with the defaults of a new one. */
export const beginning: RestAdapter = {
  ...{ kind: 'rest', method: 'GET', path: '', query: [], headers: [] },
  ...{ bodyKind: 'json', body: '', fields: [], isRepeatable: false, rows: '' },
  columns: [{ key: 'value', path: '' }],
  ...{ types: [], searchParameter: '', valueParameter: '', rowLimit: 200, cacheSeconds: 30 },
}

/** The body of an imported request. */
export type ImportedBody = Pick<RestAdapter, 'bodyKind' | 'body' | 'fields'>

export const noBody: ImportedBody = { bodyKind: 'json', body: '', fields: [] }

/** Headers that the connection or the server sets. */
export const leftHeaders: ReadonlySet<string> = new Set([
  ...['accept', 'content-type', 'authorization', 'cookie', 'host', 'content-length', 'connection', 'accept-encoding'],
])
