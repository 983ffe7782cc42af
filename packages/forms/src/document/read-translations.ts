import { documentLimits } from './limits.ts'
import { specsOf } from './node-types.ts'
import { createRecord, describeValue, isPlainObject } from './plain-object.ts'
import type { Reading } from './read-nodes.ts'
import { isLocale } from './read-settings.ts'
import type { FormTranslations } from './types.ts'

/** Reads the translations of a document. Nodes must have been read: each text must belong to one of them. */
export function readTranslations(input: unknown, reading: Reading): FormTranslations {
  const translations = createRecord<Readonly<Record<string, string>>>()
  if (input === undefined) return translations
  if (!isPlainObject(input) || Object.keys(input).length > documentLimits.locales) {
    reading.report('translation.invalid', 'i18n', `Expected translations by locale, but found ${describeValue(input)}.`)
    return translations
  }
  for (const [locale, texts] of Object.entries(input)) {
    if (isLocale(locale) && isPlainObject(texts) && Object.keys(texts).length <= documentLimits.translations) {
      translations[locale] = readTexts(texts, `i18n.${locale}`, reading)
    } else {
      reading.report(
        'translation.invalid',
        `i18n.${locale}`,
        'Expected texts by node and property, but found something else.',
      )
    }
  }
  return translations
}

function readTexts(texts: Readonly<Record<string, unknown>>, at: string, reading: Reading): Record<string, string> {
  const read = createRecord<string>()
  for (const [name, text] of Object.entries(texts)) {
    if (!isTextOf(name, reading)) {
      reading.report(
        'translation.invalid',
        `${at}.${name}`,
        `Expected nodeId.property of a text in this form, but found "${name}".`,
      )
    } else if (typeof text !== 'string' || text.length > documentLimits.text * 10) {
      reading.report('translation.invalid', `${at}.${name}`, `Expected a text, but found ${describeValue(text)}.`)
    } else {
      read[name] = text
    }
  }
  return read
}

function isTextOf(name: string, reading: Reading): boolean {
  const [id = '', property = ''] = name.split('.', 2)
  const type = reading.types.get(id)
  if (type === undefined) return false
  const specs = specsOf(type)
  const kind = Object.hasOwn(specs, property) ? specs[property]?.kind : undefined
  return kind === 'text' ? name === `${id}.${property}` : kind === 'options' && name.length > `${id}.options.`.length
}
