import { t } from '../i18n.ts'
import { ApiError } from './api-error.ts'

/** So do sentences begin that are for people who call the server from programs. */
const forPrograms = /^Expected\b/

/**
 * What went wrong, in the words of those who work in the browser. The request id is given only for faults of the program:
 * a refusal explains itself.
 */
export function describeError(error: unknown): {
  message: string
  /** The server's own sentence, for those who look after what failed. */
  cause: string | null
  requestId: string | null
} {
  if (!(error instanceof ApiError))
    return { message: error instanceof Error ? error.message : String(error), cause: null, requestId: null }
  const { code, status, message, requestId } = error
  return {
    message: describeRefusal(error),
    cause: forPrograms.test(message) && hasCause.has(code) ? message : null,
    requestId: status >= 500 ? requestId : null,
  }
}

/** What fails in a model or in what was entered for one: the words for everybody do not say where. */
const hasCause: ReadonlySet<string> = new Set(['process.refused', 'budget.exceeded', 'binding.invalid'])

function describeRefusal({ code, message }: ApiError): string {
  if (!forPrograms.test(message)) return message
  // What is wanted instead is said best by what was wanted.
  if (code === 'file.refused') return t('common.choose', { wanted: readWanted(message) })
  if (code === 'request.invalid' && !message.includes(', but ')) return describeFault(message)
  const words: Partial<Record<string, string>> = {
    ...t('refusals', { returnObjects: true }),
    // Not there yet on the pages that come first.
    ...t('pageRefusals', { returnObjects: true, defaultValue: {} }),
  }
  return words[code] ?? t('common.refused')
}

/** What is wrong with one entry: `Expected an e-mail address, but …` is `Enter an e-mail address.` */
export function describeFault(message: string): string {
  return forPrograms.test(message) ? t('common.enter', { wanted: readWanted(message) }) : message
}

function readWanted(message: string): string {
  return message.replace(/^Expected (.+?)(?:, but .*|\.)?$/s, '$1')
}

/** What a model lacks: `Expected a start event, but there is none.` is `Needs a start event, but there is none.` */
export function describeModelFault(message: string): string {
  return message.replace(forPrograms, t('common.needs'))
}
