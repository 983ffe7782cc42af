import { t } from '../i18n.ts'
import { ApiError } from './api-error.ts'

/**
 * Returns the error of an entry as an instruction: `Expected an email address, but …` becomes `Enter an email address.`
 */
export function describeFault(message: string): string {
  return forPrograms.test(message) ? t('faults.enter', { wanted: readWanted(message) }) : message
}

/** Returns the error of the server for one field; undefined for none. */
export function describeFaultOf(error: unknown, field: string): string | undefined {
  const fault = error instanceof ApiError ? error.details.find(({ where }) => where === field) : undefined
  return fault === undefined ? undefined : describeFault(fault.message)
}

/**
 * Rewrites an error of a model: `Expected a start event, but there is none.` becomes `Needs a start event, but there is
 * none.` After the word `failed:`, only the capital letter changes: `“${a}” at b failed: expected a variable`.
 */
export function describeModelFault(message: string): string {
  return message.replace(/^(.*?failed: )?Expected\b/s, (_, failed?: string) =>
    failed === undefined ? t('faults.needs') : `${failed}expected`,
  )
}

const forPrograms = /^Expected\b/

function readWanted(message: string): string {
  return message.replace(/^Expected (.+?)(?:, but .*|\.)?$/s, '$1')
}
