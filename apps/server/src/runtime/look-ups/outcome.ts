import type { AdapterSettings, RestAdapter } from '@millrace/contract'
import type { AdapterOutcome } from '@millrace/engine'
import type { Hide } from '../../platform/outgoing/hide-secrets.ts'
import type { OutgoingAnswer } from '../../platform/outgoing/http-client.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import { readRestRows } from './read-rows.ts'

/**
 * Returns whether a call can be repeated without effect: it only reads, or the service recognises a repeated request.
 */
export function isRepeatable(settings: AdapterSettings): boolean {
  return settings.kind !== 'rest' || settings.method === 'GET' || settings.isRepeatable
}

export function outcomeOfRows({ columns, rows }: Pick<AdapterOutcome, 'columns' | 'rows'>): AdapterOutcome {
  return { status: null, body: null, columns, rows, failure: null }
}

/** Statuses of what may go better soon, beside those of 500 and above. */
const passing: ReadonlySet<number> = new Set([408, 425, 429])
/** Statuses by which something between says that it has lost the service: whether that did it, nobody knows. */
const lost: ReadonlySet<number> = new Set([502, 504])

/**
 * Converts the response of a REST service into the outcome for a process, for any status.
 *
 * @param given.refused the message for a status outside of 200 to 299.
 */
export function readRestOutcome(
  settings: RestAdapter,
  { statusCode: status, body: text }: Pick<OutgoingAnswer, 'statusCode' | 'body'>,
  { hide, refused }: { readonly hide: Hide; readonly refused: string },
): AdapterOutcome {
  const body = hide(text.replaceAll('\0', ''))
  if (status >= 200 && status <= 299) return { status, body, ...readRows(settings, body, hide), failure: null }
  return {
    status,
    body,
    columns: null,
    rows: null,
    failure: {
      message: `${refused}${describeBody(body)}`,
      code: null,
      isFinal: status < 500 && !passing.has(status),
      isUnknown: lost.has(status) && !isRepeatable(settings),
      detail: null,
    },
  }
}

/** What goes to a process may be no list of rows. */
function readRows(settings: RestAdapter, body: string, hide: Hide): Pick<AdapterOutcome, 'columns' | 'rows'> {
  try {
    return readRestRows(settings, body, hide)
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error
    return { columns: null, rows: null }
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

/** @param why the end of the sentence, such as “no answer arrived”. */
export function unknownOutcome(name: string, why: string, idempotencyKey: string): AdapterOutcome {
  return {
    ...nothing,
    failure: {
      message: `Expected an answer of “${name}”, but ${why}. The external system may have carried out the request with the idempotency key ${idempotencyKey}. Check there: if it did, mark the step as done; otherwise retry, which sends the same request with the same key.`,
      code: null,
      isFinal: true,
      isUnknown: true,
      detail: { idempotencyKey },
    },
  }
}

const nothing = { status: null, body: null, columns: null, rows: null } as const
