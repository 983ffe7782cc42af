import { parseJson } from '@millrace/engine'
import { type Arrived, Unmappable } from './map-values.ts'

/** A request to a webhook, as it is stored for a replay. */
export interface WebhookContent {
  /** Values by header name in lower case, without credentials. */
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Reads the values of a request. The body is read as a form where its type says so, otherwise as JSON. */
export function readWebhook({ headers, query, body }: WebhookContent): Arrived {
  const type = plainType(headers['content-type'] ?? '')
  let values: { readonly read: unknown } | undefined
  return {
    content: () => ({ bytes: body, name: 'body', type: type === '' ? 'application/octet-stream' : type }),
    read: (source, path) => {
      if (source === 'header') return own(headers, path.toLowerCase())
      if (source === 'query') return own(query, path)
      if (source !== 'body') return undefined
      values ??= { read: readBody(type, body) }
      return findAt(values.read, path)
    },
  }
}

/** Returns a media type without its parameters. */
export function plainType(type: string): string {
  return type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/**
 * Reads a body as a form where its media type says so, otherwise as JSON.
 *
 * @throws Unmappable where it is neither.
 */
export function readBody(type: string, body: Buffer): unknown {
  const text = body.toString('utf8').replaceAll('\0', '')
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(text))
  try {
    return parseJson(text)
  } catch {
    throw new Unmappable('Expected JSON or a form as the body, but it cannot be read.')
  }
}

/** Follows names with dots between them; an empty path is the value itself. */
export function findAt(value: unknown, path: string): unknown {
  return path === '' ? value : path.split('.').reduce<unknown>((found, name) => own(found, name), value)
}

function own(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
}
