import { type Fault, messages, type ProblemCode } from './catalogue.ts'

/** Messages in another language, by code. Missing ones are in English. */
export type MessageTexts = Partial<Readonly<Record<ProblemCode, string>>>

export interface ProblemLanguage {
  /** BCP 47, for the names of months. */
  readonly locale: string
  readonly messages: MessageTexts
}

const english: ProblemLanguage = { locale: 'en', messages: {} }

/** Returns the sentence that the user reads under the field. */
export function presentProblem(fault: Fault, language: ProblemLanguage = english): string {
  const params = fault.params ?? {}
  if (typeof params.message === 'string') return params.message
  const code = fault.code === 'choice.unknown' && params.names !== undefined ? 'choice.unknown-named' : fault.code
  const template = language.messages[code] ?? messages[code]
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined
    if (value === undefined) return placeholder
    return name === 'month' && typeof value === 'number' ? monthName(value, language.locale) : String(value)
  })
}

function monthName(month: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2001, month - 1, 1))
}
