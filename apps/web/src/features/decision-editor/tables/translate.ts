import { decisionEditorTexts } from '@millrace/contract/decision-editor-texts'
import { t } from '../../../lib/i18n.ts'

const known: ReadonlySet<string> = new Set(Object.keys(decisionEditorTexts.decisionEditor.tables))

/** dmn-js asks with the English words, in which `{type}` stands for what is put in. */
function translate(template: string, given: Readonly<Record<string, unknown>> = {}): string {
  const key = toKey(template)
  const end = /(?<![:\s])[:\s]*$/.exec(template)?.[0] ?? ''
  if (known.has(key)) return `${t(`decisionEditor.tables.${key}` as 'decisionEditor.tables.date', { ...given })}${end}`
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (name in given ? String(given[name]) : whole))
}

/** `Add rule above` is `addRuleAbove`. */
function toKey(template: string): string {
  const words = template.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return words
    .map((word, at) => (at === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1))
    .join('')
}

/** The module of dmn-js that takes the texts of the tables from the catalogue. */
export const translateTables = { translate: ['value', translate] }
