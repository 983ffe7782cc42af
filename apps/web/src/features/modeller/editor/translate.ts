import { modellerTexts } from '@millrace/contract/modeller-texts'
import { t } from '../../../lib/i18n.ts'

const known: ReadonlySet<string> = new Set(Object.keys(modellerTexts.modeller.drawing))

/** bpmn-js asks with the English words, in which `{type}` stands for what is put in. */
function translate(template: string, given: Readonly<Record<string, unknown>> = {}): string {
  const key = toKey(template)
  if (known.has(key)) return t(`modeller.drawing.${key}` as 'modeller.drawing.delete', { ...given })
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (name in given ? String(given[name]) : whole))
}

/** `Append end event` is `appendEndEvent`. */
function toKey(template: string): string {
  const words = template.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return words
    .map((word, at) => (at === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1))
    .join('')
}

/** The module of bpmn-js that takes the texts of the diagram from the catalogue. */
export const translateDrawing = { translate: ['value', translate] }
