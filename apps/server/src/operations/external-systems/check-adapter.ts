import type { AdapterSettings } from '@millrace/contract'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { listParameters } from '../../runtime/look-ups/adapter.ts'
import { readStatement } from '../../runtime/look-ups/read-statement.ts'
import { readBody } from '../../runtime/look-ups/rest-request.ts'
import { isOwnHeader } from './own-header.ts'

/** Refused where a request or a statement cannot be read, or does not fit the connection of its API. */
export function refuseAdapterSettings(settings: AdapterSettings, connection: 'rest' | 'database'): Refusal | null {
  if ((settings.kind === 'rest') !== (connection === 'rest'))
    return invalid(
      'kind',
      settings.kind === 'rest'
        ? 'Expected an API that is reached by REST, but it is reached by a database.'
        : 'Expected an API that is reached by a database, but it is reached by REST.',
    )
  return (
    (settings.kind === 'rest' ? refuseRequest(settings) : refuseStatement(settings.statement)) ?? refuseNames(settings)
  )
}

function refuseRequest({ body, method, columns, headers }: Extract<AdapterSettings, { kind: 'rest' }>): Refusal | null {
  if (body.trim() !== '' && method === 'GET')
    return invalid('settings.body', 'Expected no body with GET, but there is one. Use POST.')
  if (body.trim() !== '' && readBody(body) === undefined)
    return invalid('settings.body', 'Expected JSON as the body, but it cannot be read.')
  const doubled = columns.find(({ key }, at) => columns.some((other, index) => index < at && other.key === key))
  if (doubled !== undefined)
    return invalid('settings.columns', `Expected columns with different keys, but two are “${doubled.key}”.`)
  const own = headers.find(({ name }) => isOwnHeader(name) || signsIn.has(name.toLowerCase()))
  return own === undefined
    ? null
    : invalid('settings.headers', `Expected headers that an adapter may set, but “${own.name}” is none.`)
}

/** Of the connection, which keeps its secret closed. */
const signsIn: ReadonlySet<string> = new Set(['authorization', 'cookie'])

function refuseStatement(statement: string): Refusal | null {
  const read = readStatement(statement)
  return 'fault' in read ? invalid('settings.statement', `Expected ${read.fault}.`) : null
}

function refuseNames(settings: AdapterSettings): Refusal | null {
  const known = listParameters(settings)
  for (const which of ['searchParameter', 'valueParameter'] as const) {
    const name = settings[which]
    if (name !== '' && !known.includes(name))
      return invalid(`settings.${which}`, `Expected a parameter that the adapter has, but “${name}” is none.`)
  }
  return null
}

function invalid(where: string, message: string): Refusal {
  return refuse('external.invalid', message, [{ where, message }])
}
