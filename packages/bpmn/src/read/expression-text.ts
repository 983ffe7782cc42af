import type { Dialect, ExpressionText } from '../model.ts'
import { attribute, type XmlElement } from '../xml/element.ts'
import type { ReadContext } from './context.ts'

/**
 * Decides the language of a text: `${…}` and `#{…}` anywhere in it make it UEL; in our own dialect a leading `=` makes
 * it FEEL; anything else means itself.
 */
export function expressionText(dialect: Dialect, text: string): ExpressionText {
  if (dialect === 'millrace' && text.trimStart().startsWith('=')) return feel(text)
  return { language: /[$#]\{/.test(text) ? 'uel' : 'literal', text }
}

export function optionalExpression(context: ReadContext, text: string | null): ExpressionText | null {
  return text === null ? null : expressionText(context.dialect, text)
}

/** Like `optionalExpression`, where an empty text says nothing. */
export function filledExpression(context: ReadContext, text: string | null): ExpressionText | null {
  return text === null || text.trim() === '' ? null : expressionText(context.dialect, text.trim())
}

/**
 * A `conditionExpression`, `condition` or other formal expression. Its `language` attribute wins over the look of the
 * text. `xsi:type` may be left out, as old models do.
 */
export function formalExpression(context: ReadContext, element: XmlElement): ExpressionText {
  const text = element.text.trim()
  const language = attribute(element, 'language')
  return language === null || language === ''
    ? expressionText(context.dialect, text)
    : inLanguage(context, language, text)
}

function inLanguage(context: ReadContext, language: string, text: string): ExpressionText {
  const name = languageName(language)
  if (name === 'feel') return feel(text)
  if (name === 'uel' || name === 'xpath') return expressionText(context.dialect, text)
  return { language: name, text }
}

/** One name for the many ways to write a language: by word, by media type, by address. */
export function languageName(language: string): string {
  const name = language.trim().toLowerCase()
  if (/(?:java|ecma)script$/.test(name)) return 'javascript'
  if (/\bfeel\b/.test(name)) return 'feel'
  if (/\bj?uel\b/.test(name)) return 'uel'
  // The default of BPMN 2.0, which tools write without meaning it: the text decides.
  if (/\bxpath$/.test(name)) return 'xpath'
  return name
}

function feel(text: string): ExpressionText {
  return { language: 'feel', text: text.trim().replace(/^=\s*/, '') }
}
