import { type api, type BodyOf, patterns, type Scope, sessionLimits } from '@millrace/contract'
import type { Translate } from '../../lib/i18n.ts'

export type NewToken = BodyOf<typeof api.account.createToken>

/** The entries of the form of a new token. */
export interface TokenEntries {
  readonly name: string
  readonly days: string
  readonly scopes: readonly Scope[]
  /** One to a line. */
  readonly processKeys: string
  readonly topics: string
}

/** The first error of each entry, in the order of the form. */
export type TokenFaults = readonly (readonly [keyof TokenEntries, string])[]

/** Returns the values to send, or the errors of the entries. */
export function readToken(
  entries: TokenEntries,
  t: Translate,
): { readonly token: NewToken } | { readonly faults: TokenFaults } {
  const name = entries.name.trim()
  const days = entries.days.trim()
  const [processKeys, topics] = [readLines(entries.processKeys), readLines(entries.topics)]
  const found = {
    name: nameFault(name, t),
    days: days === '' || isInRange(days) ? null : t('profile.tokenDaysBad', { max: sessionLimits.apiTokenDaysMost }),
    scopes: scopesFault(entries.scopes, processKeys, t),
    processKeys: linesFault(processKeys, t),
    topics:
      topics.length > 0 && !entries.scopes.includes('work') ? t('profile.tokenTopicsNoWork') : linesFault(topics, t),
  }
  const faults = Object.entries(found).filter((one): one is [keyof TokenEntries, string] => one[1] !== null)
  if (faults.length > 0) return { faults }
  return {
    token: {
      name,
      ...(days === '' ? {} : { expiresInDays: Number(days) }),
      scopes: [...entries.scopes],
      ...(processKeys.length === 0 ? {} : { processKeys }),
      ...(topics.length === 0 ? {} : { topics }),
    },
  }
}

function readLines(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return [...new Set(lines.filter((line) => line !== ''))]
}

function nameFault(name: string, t: Translate): string | null {
  if (name === '') return t('themes.nameMissing')
  return patterns.name.regex.test(name) ? null : t('themes.nameForm')
}

function isInRange(days: string): boolean {
  return /^\d{1,4}$/.test(days) && Number(days) >= 1 && Number(days) <= sessionLimits.apiTokenDaysMost
}

/** About all processes, so they go with no token for some. */
const wide: readonly Scope[] = ['deploy', 'administer', 'provision']

function scopesFault(scopes: readonly Scope[], processKeys: readonly string[], t: Translate): string | null {
  if (scopes.length === 0) return t('profile.tokenScopesMissing')
  return processKeys.length > 0 && scopes.some((scope) => wide.includes(scope)) ? t('profile.tokenScopesWide') : null
}

function linesFault(lines: readonly string[], t: Translate): string | null {
  if (lines.length > sessionLimits.apiTokenKeys) return t('profile.tokenKeysMany', { max: sessionLimits.apiTokenKeys })
  return lines.some((line) => line.length > sessionLimits.apiTokenKeyLength)
    ? t('profile.tokenKeyLong', { max: sessionLimits.apiTokenKeyLength })
    : null
}
