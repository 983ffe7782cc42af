import { documentLimits } from './limits.ts'
import { specsOf } from './node-types.ts'
import { createRecord, describeValue, isPlainObject } from './plain-object.ts'
import { html } from './properties.ts'
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
    const kind = findTextKind(name, reading)
    if (kind === null) {
      reading.report(
        'translation.invalid',
        `${at}.${name}`,
        `Expected nodeId.property of a text in this form, but found "${name}".`,
      )
    } else if (typeof text !== 'string' || text.length > documentLimits.text * 10) {
      reading.report('translation.invalid', `${at}.${name}`, `Expected a text, but found ${describeValue(text)}.`)
    } else if (kind === 'html') {
      const clean = html().read(text)
      if (clean.ok) read[name] = clean.value
      else
        reading.report(
          'translation.invalid',
          `${at}.${name}`,
          `Expected ${clean.expected}, but found ${describeValue(text)}.`,
        )
    } else {
      read[name] = text
    }
  }
  return read
}

/** Returns the kind of text that a name of a node refers to; null when it refers to none. */
function findTextKind(name: string, reading: Reading): 'text' | 'html' | null {
  const [id = '', property = '', part] = name.split('.', 3)
  const type = reading.types.get(id)
  if (type === undefined) return null
  const specs = specsOf(type)
  const kind = Object.hasOwn(specs, property) ? specs[property]?.kind : undefined
  if (kind === 'text' || kind === 'html') return part === undefined ? kind : null
  if (kind === 'texts') return part !== undefined && /^\d{1,3}$/.test(part) ? 'text' : null
  return kind === 'options' && name.length > `${id}.options.`.length ? 'text' : null
}
