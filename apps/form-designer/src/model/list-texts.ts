import type { Option } from '@millrace/forms'
import { type Design, specsOf } from '@millrace/forms/design'
import { listAll } from './walk.ts'

/** A text of a form that can be translated. */
export interface DesignText {
  /** As translations name it: `nodeId.property` or `nodeId.options.value`. */
  readonly name: string
  readonly node: string
  readonly property: string
  /** The option whose text it is; null for the text of the node itself. */
  readonly option: string | null
  /** The text in the default language of the form. */
  readonly text: string
}

/** Lists all texts that users of the form read, in document order. */
export function listTexts(design: Design): DesignText[] {
  return listAll(design).flatMap((id) => listTextsOf(design, id))
}

export function listTextsOf(design: Design, id: string): DesignText[] {
  const node = design.nodes[id]
  if (node === undefined) return []
  return Object.entries(specsOf(node.type)).flatMap(([property, spec]): DesignText[] => {
    const kind: string = spec.kind
    const value = node.props[property]
    if (kind === 'texts' && Array.isArray(value))
      return (value as readonly string[]).map((text, index) => ({
        name: `${id}.${property}.${index}`,
        node: id,
        property,
        option: `${index + 1}`,
        text,
      }))
    if ((kind === 'text' || kind === 'html') && typeof value === 'string' && value !== '')
      return [{ name: `${id}.${property}`, node: id, property, option: null, text: value }]
    if (kind !== 'options' || !Array.isArray(value)) return []
    return (value as readonly Option[]).map((option) => ({
      name: `${id}.${property}.${option.value}`,
      node: id,
      property,
      option: option.value,
      text: option.label,
    }))
  })
}

/** Returns the languages into which a form is translated, without its default language. */
export function listTargets({ settings }: Pick<Design, 'settings'>): readonly string[] {
  return settings.locales.filter((locale) => locale !== settings.defaultLocale)
}

/** Returns the number of texts that have no translation into a language. */
export function countMissing(design: Design, locale: string): number {
  const texts = design.i18n[locale] ?? {}
  return listTexts(design).filter(({ name }) => (texts[name] ?? '').trim() === '').length
}
