import type { AdapterSettings, FileAdapter, RestAdapter } from '@millrace/contract'
import type { AdapterOutcome } from '@millrace/engine'
import { defaultLimits } from '@millrace/xml'
import type { Hide } from '../../platform/outgoing/hide-secrets.ts'
import type { OutgoingAnswer } from '../../platform/outgoing/http-client.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { type Rows, readRestRows, readRowsOf } from './read-rows.ts'
import { readXmlValue } from './xml-values.ts'

/**
 * Returns whether a call can be repeated without effect: it only reads, or the service recognises a repeated request.
 */
export function isRepeatable(settings: AdapterSettings): boolean {
  switch (settings.kind) {
    case 'rest':
      return settings.method === 'GET' || settings.isRepeatable
    case 'sql':
      return settings.action === 'select' || settings.isRepeatable
    case 'file':
      return readingActions.has(settings.action) || settings.isRepeatable
    case 'amqp':
    case 'kafka':
      return settings.isRepeatable
    default:
      return settings satisfies never
  }
}

const readingActions: ReadonlySet<FileAdapter['action']> = new Set(['read', 'list', 'exists'])

/** The answer to an adapter, for forms and processes alike. */
export interface Answer extends Pick<AdapterOutcome, 'status' | 'body' | 'failure'> {
  /** The rows; or the reason why the answer has none. */
  readonly rows: AnswerRows | OutgoingFailure
}

/** Rows of an answer, whose cells may have no value. */
export interface AnswerRows extends Omit<Rows, 'rows'> {
  readonly rows: readonly (readonly (string | null)[])[]
}

export function answerOfRows(rows: AnswerRows): Answer {
  return { status: null, body: null, rows, failure: null }
}

/**
 * Returns the rows of an answer for a form.
 * @throws OutgoingFailure when the call failed.
 */
export function readAnswered({ rows, failure }: Answer): Rows {
  if (failure !== null)
    throw new OutgoingFailure(failure.message, {
      isFinal: failure.isFinal,
      ...(failure.code !== null && { detail: { code: failure.code } }),
    })
  if (rows instanceof OutgoingFailure) throw rows
  return { ...rows, rows: rows.rows.map((row) => row.map((cell) => cell ?? '')) }
}

/** Returns the whole answer for a process, which can continue without rows. */
export function toOutcome({ status, body, rows, failure }: Answer): AdapterOutcome {
  if (rows instanceof OutgoingFailure) return { status, body, columns: null, rows: null, failure }
  return { status, body, columns: rows.columns, rows: rows.rows, failure }
}

/** Statuses of what may go better soon, beside those of 500 and above. */
const passing: ReadonlySet<number> = new Set([408, 425, 429])
/** Statuses by which something between says that it has lost the service: whether that did it, nobody knows. */
const lost: ReadonlySet<number> = new Set([502, 504])

/**
 * Reads the response of a REST service, for any status.
 *
 * @param given.refused the message for a status outside of 200 to 299.
 */
export function readRestAnswer(
  settings: RestAdapter,
  { statusCode: status, body: text }: Pick<OutgoingAnswer, 'statusCode' | 'body'>,
  { hide, refused }: { readonly hide: Hide; readonly refused: string },
): Answer {
  // An adapter that asks for XML reads it; others have always had the text.
  const asksForXml = settings.headers.some(({ name, value }) => /^accept$/i.test(name) && /xml/i.test(value))
  const xml = asksForXml ? readXml(text) : null
  const said = hide(text.replaceAll('\0', ''))
  const body = xml === null ? said : hide(JSON.stringify(xml).replaceAll('\0', ''))
  const rows = () =>
    xml === null ? readRestRows(settings, text, hide) : readRowsOf(settings, xml, { hide, isSingleList: true })
  if (status >= 200 && status <= 299) return { status, body, rows: orFailure(rows), failure: null }
  const message = `${refused}${describeBody(said)}`
  const isFinal = status < 500 && !passing.has(status)
  return {
    status,
    body,
    rows: new OutgoingFailure(message, { isFinal }),
    failure: { message, code: null, isFinal, isUnknown: lost.has(status) && !isRepeatable(settings), detail: null },
  }
}

/** What is read on the event loop takes milliseconds. A larger answer stays a text. */
const answerLimits = { ...defaultLimits, maxElements: 50_000, maxDepth: 64 }

/** Reads XML as values, which processes and columns find by paths as in JSON. Null: it is something else. */
function readXml(text: string): unknown {
  if (!/^\uFEFF?\s*</.test(text)) return null
  try {
    const value = readXmlValue(text.trim(), answerLimits)
    // A page for browsers is no answer of a service.
    return 'html' in value ? null : value
  } catch (error) {
    if (error instanceof OutgoingFailure) return null
    throw error
  }
}

function orFailure(read: () => Rows): Answer['rows'] {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error
    return error
  }
}

const maxMessageLength = 200

function describeBody(body: string): string {
  const said = body.replaceAll(/\s+/g, ' ').trim()
  if (said === '') return ''
  return ` It says: “${said.length > maxMessageLength ? `${said.slice(0, maxMessageLength)}…` : said}”`
}

/** Returns the outcome for a process of a call that got no response. */
export function outcomeOfFailure(error: OutgoingFailure, settings: AdapterSettings): AdapterOutcome {
  const { message, isFinal, mayHaveArrived, detail } = error
  return {
    ...nothing,
    failure: {
      message,
      code: detail?.code ?? null,
      isFinal,
      isUnknown: mayHaveArrived && !isRepeatable(settings),
      detail: null,
    },
  }
}

/**
 * Returns the outcome of a call that the external system may have carried out although no response arrived.
 *
 * @param why the end of the message, such as “no response arrived”.
 */
export function unknownOutcome(name: string, why: string, idempotencyKey: string): AdapterOutcome {
  return {
    ...nothing,
    failure: {
      message: `The result of “${name}” is unknown: ${why}. The external system may have carried out the request with the idempotency key ${idempotencyKey}. Check this in the external system. If it carried out the request, mark the step as done. Otherwise retry, which sends the same request with the same key.`,
      code: null,
      isFinal: true,
      isUnknown: true,
      detail: { idempotencyKey },
    },
  }
}

const nothing = { status: null, body: null, columns: null, rows: null } as const
