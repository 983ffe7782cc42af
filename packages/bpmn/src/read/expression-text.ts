import type { XmlElement } from '@millrace/xml'
import { rulesOf } from '../dialects/index.ts'
import type { Dialect, ExpressionText } from '../model.ts'
import type { AttributePlace, Property } from '../vocabulary/property.ts'
import { elementOf, textOf } from '../vocabulary/read.ts'
import { formal } from '../vocabulary/themes/flows.ts'
import { splitCommaList } from './comma-list.ts'
import type { ReadContext } from './context.ts'

/**
 * Decides the language of a text: `${…}` and `#{…}` anywhere in it make it UEL; in our own dialect a leading `=` makes
 * it FEEL; any other text is literal.
 */
export function expressionText(dialect: Dialect, text: string): ExpressionText {
  if (rulesOf({ dialect }).equalsSignMakesFeel && text.trimStart().startsWith('=')) return feel(text)
  return { language: /[$#]\{/.test(text) ? 'uel' : 'literal', text }
}

export function optionalExpression(context: ReadContext, text: string | null): ExpressionText | null {
  return text === null ? null : expressionText(context.dialect, text)
}

/** Reads an expression like `optionalExpression`, but treats an empty text as missing. */
export function filledExpression(context: ReadContext, text: string | null): ExpressionText | null {
  return text === null || text.trim() === '' ? null : expressionText(context.dialect, text.trim())
}

/** Reads the expression of an attribute, null when it is empty or missing. */
export function expressionOf(
  context: ReadContext,
  element: XmlElement,
  property: Property<AttributePlace, 'expression'>,
): ExpressionText | null {
  return filledExpression(context, textOf(element, property))
}

/** Returns the items of a list of expressions. */
export function expressionsOf(
  context: ReadContext,
  element: XmlElement,
  property: Property<AttributePlace, 'expressions'>,
): ExpressionText[] {
  return splitCommaList(textOf(element, property) ?? '').map((one) => expressionText(context.dialect, one))
}

/** Returns the formal expression inside a child, null where there is no such child or it is empty. */
export function formalOf(
  context: ReadContext,
  element: XmlElement,
  property: Property<'child', 'formal'>,
): ExpressionText | null {
  const holder = elementOf(element, property)
  return holder === null || holder.text.trim() === '' ? null : formalExpression(context, holder)
}

/**
 * Reads a `conditionExpression`, `condition` or other formal expression. Its `language` attribute has priority over the
 * look of the text. `xsi:type` may be missing, as in old models.
 */
export function formalExpression(context: ReadContext, element: XmlElement): ExpressionText {
  const text = element.text.trim()
  const language = textOf(element, formal.language)
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

/** Normalizes the name of an expression language: word, media type or URI. */
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
