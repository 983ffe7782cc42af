import type { Call } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import { asToolUse } from '../platform/http/tool-use.ts'
import { type Ask, type AskInput, RefusedCall } from './tool.ts'

export interface ToolUser {
  /** The API token as it was sent. Each call checks it again. */
  readonly token: string
  /** Network address of the client. */
  readonly address: string
  /** The tool and its client, for the audit. */
  readonly use: string
}

/**
 * Creates the function by which a tool makes calls of the product. They enter the server like those of any API client:
 * the same checks, limits and permissions apply.
 */
export function askProduct(app: FastifyInstance, apiBase: string, { token, address, use }: ToolUser): Ask {
  const ask = async <C extends Call>(
    { method, path }: C,
    { params, query, body, idempotencyKey = null }: AskInput<C> = {},
  ) => {
    // It is sent when it is waited for, which has to happen within the use.
    const answer = await asToolUse(
      use,
      async () =>
        await app.inject({
          method,
          url: `${apiBase}${fillPath(path, params)}`,
          query: textsOf(query),
          headers: {
            authorization: `Bearer ${token}`,
            ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
          },
          remoteAddress: address,
          ...(body !== undefined && { payload: body as object }),
        }),
    )
    if (answer.statusCode >= 400) throw new RefusedCall(answer.json())
    return answer.statusCode === 204 ? undefined : answer.json()
  }
  return ask as Ask
}

function fillPath(path: string, params: unknown): string {
  const values = (params ?? {}) as Readonly<Record<string, unknown>>
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => segmentOf(String(values[name])))
}

/** @throws RefusedCall for `.` and `..`: in an address they name another one, in whatever way they are written. */
function segmentOf(value: string): string {
  if (value === '' || value === '.' || value === '..')
    throw new RefusedCall({ code: 'thing.not-found', message: `Expected an id, but “${value}” is none.` })
  return encodeURIComponent(value)
}

function textsOf(query: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]))
}
