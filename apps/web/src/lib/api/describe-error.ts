import type { RecordKindName } from '@millrace/contract'
import { t } from '../i18n.ts'
import { ApiError } from './api-error.ts'

/** So do sentences begin that are for people who call the server from programs. */
const forPrograms = /^Expected\b/

/**
 * Describes an error for users of the browser. The request id is only included for unexpected errors, because refusals
 * explain themselves.
 */
export function describeError(error: unknown): {
  message: string
  /** The server's own message, for operators. */
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

/** Describes a refusal in a list of refusals, like `describeError`. */
export function describeRefusal({
  code,
  message,
  kind,
}: {
  readonly code: string
  readonly message: string
  readonly kind?: RecordKindName | undefined
}): string {
  if (!forPrograms.test(message)) return message
  // What to do is said best by what was wanted.
  const wanted = /^Expected (.+?)(?:, but .*|\.)$/s.exec(message)?.[1] ?? message
  // These texts are not there yet on the pages that come first.
  if (code === 'file.refused') return t('faults.choose', { wanted, defaultValue: t('common.refused') })
  if (code === 'request.invalid' && !message.includes(', but '))
    return t('faults.enter', { wanted, defaultValue: t('common.refused') })
  const words: Partial<Record<string, string>> = {
    ...t('refusals', { returnObjects: true }),
    // Nor are these.
    ...t('pageRefusals', {
      returnObjects: true,
      defaultValue: {},
      kind: t(kind === undefined ? 'record.thing' : `recordKinds.${kind}`, { defaultValue: '' }),
    }),
  }
  return words[code] ?? t('common.refused')
}
