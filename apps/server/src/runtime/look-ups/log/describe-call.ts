import type { AdapterSettings, FileAdapter } from '@millrace/contract'
import type { SentMessage } from '../../../platform/outgoing/open-queue.ts'
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts'
import { type Answer, isRepeatable } from '../outcome.ts'
import { getParameter, type Parameters } from '../parameters.ts'
import type { RestRequest } from '../rest-request.ts'
import { contentParameter } from '../write-file.ts'
import type { LoggedCall } from './call-log.ts'

/**
 * Describes a request for the log: its first line, headers and body.
 * @param signInHeader the name of the header of the sign-in, which is left out like `authorization`.
 */
export function describeRequest(
  { method, url, headers, shownBody }: Omit<RestRequest, 'body'>,
  signInHeader: string,
): string {
  const left = new Set(['authorization', signInHeader.toLowerCase()])
  const { pathname, search, host } = new URL(url)
  const lines = Object.entries(headers)
    .filter(([name]) => !left.has(name.toLowerCase()))
    .map(([name, value]) => `${name}: ${value}`)
  return [
    `${method} ${pathname}${search}`,
    `host: ${host}`,
    ...lines,
    ...(shownBody === null ? [] : ['', shownBody]),
  ].join('\n')
}

/** Rows of an answer that are shown. */
const maxRows = 50

/** Describes a statement for the log: its text, and the value of each parameter. */
export function describeStatement(text: string, names: readonly string[], parameters: Parameters): string {
  const values = names.map((name, at) => `$${at + 1} ${name} = ${JSON.stringify(getParameter(parameters, name))}`)
  return [text, ...(values.length > 0 ? ['', ...values] : [])].join('\n')
}

/** Describes a file action for the log: the action, the path and the content. */
export function describeFile({ action, path, target }: FileAdapter, parameters: Parameters): string {
  const content = getParameter(parameters, contentParameter)
  const values = Object.entries(parameters)
    .filter(([name]) => name !== contentParameter)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
  const first = [action, path, ...(action === 'move' ? [target] : [])].join(' ')
  return [first, ...values, ...(content === '' ? [] : ['', content])].join('\n')
}

/** Describes a message for the log: exchange, routing key, headers and body. */
export function describeMessage(
  { exchange, routingKey, id, headers, type }: Omit<SentMessage, 'body'>,
  { isOfTopic, shownBody }: { readonly isOfTopic: boolean; readonly shownBody: string | null },
): string {
  const lines = Object.entries({ 'message-id': id, ...(type !== null && { 'content-type': type }), ...headers })
  return [
    `${isOfTopic ? 'topic' : 'exchange'}: ${exchange === '' ? '(default)' : exchange}`,
    `${isOfTopic ? 'key' : 'routing key'}: ${routingKey}`,
    ...lines.map(([name, value]) => `${name}: ${String(value)}`),
    ...(shownBody === null ? [] : ['', shownBody]),
  ].join('\n')
}

/** Describes the end of a call for the log. */
export function describeEnd(
  ended: Answer | OutgoingFailure,
  settings: AdapterSettings,
): Pick<LoggedCall, 'outcome' | 'status' | 'fault' | 'answer'> {
  if (ended instanceof OutgoingFailure) {
    const outcome =
      ended.mayHaveArrived && !isRepeatable(settings)
        ? 'unknown'
        : ended.detail?.code === undefined
          ? 'failed'
          : 'refused'
    return { outcome, status: null, fault: ended.message, answer: null }
  }
  const { status, failure, rows } = ended
  const answer = describeAnswer(ended)
  if (failure !== null)
    return { outcome: failure.isUnknown ? 'unknown' : 'refused', status, fault: failure.message, answer }
  // An answer without rows where there should be some is of use to processes alone.
  return { outcome: 'answered', status, fault: rows instanceof OutgoingFailure ? rows.message : null, answer }
}

/** Describes an answer for the log: its body, or its rows. */
function describeAnswer({ body, rows }: Answer): string | null {
  if (body !== null) return body
  if (rows instanceof Error) return null
  const shown = rows.rows
    .slice(0, maxRows)
    .map((row) => JSON.stringify(Object.fromEntries(rows.columns.map((column, at) => [column, row[at] ?? null]))))
  return [...shown, ...(rows.rows.length > maxRows ? [`… ${rows.rows.length} rows`] : [])].join('\n')
}
