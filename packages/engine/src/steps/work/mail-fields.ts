import type { ExpressionText, ParameterValue } from '@millrace/bpmn'
import { splitUel, type UelPiece } from '@millrace/expressions'
import { fail, type Step } from '../../step.ts'
import { evaluate } from '../expressions/evaluate.ts'
import { failurePlace, type Occasion } from '../expressions/occasion.ts'
import { evaluateParameter } from '../variables/io-mapping.ts'
import { fillHtml } from './fill-html.ts'
import { textOf } from './read-input.ts'

/**
 * The HTML of a mail. `isHtmlForeign` says that all of it comes from one value, so that it must be cleaned before the
 * mail is sent.
 */

export interface MailHtml {
  readonly html: string | null
  /** Whether all of the HTML comes from one value, so that it must be cleaned before the mail is sent. */
  readonly isHtmlForeign: boolean
}

/**
 * Returns the HTML of a mail. Values are inserted as text (`fillHtml`). If the whole field is one expression, its
 * result is HTML that must be cleaned.
 */
export function readHtml(step: Step, occasion: Occasion, value: ParameterValue | undefined): MailHtml {
  if (value === undefined) return { html: null, isHtmlForeign: false }
  const pieces = piecesOf(value)
  if (pieces === null) return { html: textOf(evaluateParameter(step, occasion, value)), isHtmlForeign: true }
  const filled = pieces.map(({ isExpression, text }) => ({
    isValue: isExpression,
    text: isExpression ? evaluateAsText(step, occasion, text) : text,
  }))
  return { html: fillHtml(filled), isHtmlForeign: false }
}

/**
 * Returns the addresses of a field. Commas and semicolons of the model separate addresses. Those inside a value do not:
 * a value is one address, and a list has one address in each item.
 *
 * @throws StepFailure `engine.value-invalid` for a value that is more than one address.
 */
export function readRecipients(step: Step, occasion: Occasion, value: ParameterValue | undefined): string[] {
  if (value === undefined) return []
  if (value.kind === 'list') return value.items.flatMap((item) => readRecipients(step, occasion, item))
  const pieces = piecesOf(value)
  const found =
    pieces === null
      ? listOf(evaluateParameter(step, occasion, value))
      : splitAtSeparators(pieces).flatMap((part) => readPart(step, occasion, part))
  const addresses = found.map((address) => address.trim()).filter((address) => address !== '')
  const wrong = addresses.find((address) => !isOneAddress(address))
  if (wrong !== undefined)
    fail(
      'engine.value-invalid',
      `Expected one address in each value of the recipients of ${occasion.elementId}, but “${wrong.slice(0, 100)}” is more than one, or none. Give a list for several.`,
      failurePlace(occasion),
    )
  return addresses
}

/** Null for what is one value as a whole: a script, another language, or a single expression. */
function piecesOf(value: ParameterValue): readonly UelPiece[] | null {
  if (value.kind !== 'expression') return null
  const { language, text } = value.expression
  if (language === 'literal') return [{ isExpression: false, text }]
  const pieces = language === 'uel' ? splitUel(text) : null
  const isWhole = pieces?.every(({ isExpression, text: piece }) => isExpression || piece.trim() === '') ?? true
  return isWhole && (pieces?.filter(({ isExpression }) => isExpression).length ?? 1) <= 1 ? null : pieces
}

function readPart(step: Step, occasion: Occasion, part: readonly UelPiece[]): string[] {
  const said = part.filter(({ isExpression, text }) => isExpression || text.trim() !== '')
  const [only] = said
  if (said.length === 1 && only?.isExpression) return listOf(evaluate(step, occasion, uel(only.text)))
  // A name or an address within “Jo <jo@example.org>”: what would begin another address is left out.
  const write = ({ isExpression, text }: UelPiece) =>
    isExpression ? evaluateAsText(step, occasion, text).replaceAll(/[\s,;:<>"()\\\p{Cc}]+/gu, ' ') : text
  return [part.map(write).join('')]
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map((item) => textOf(item) ?? '') : [textOf(value) ?? '']
}

/** Parts of a field between the commas and semicolons that the model has, outside of quotation marks. */
function splitAtSeparators(pieces: readonly UelPiece[]): UelPiece[][] {
  const parts: UelPiece[][] = [[]]
  let isQuoted = false
  for (const piece of pieces) {
    let text = ''
    for (const sign of piece.isExpression ? '' : piece.text) {
      if (sign === '"') isQuoted = !isQuoted
      if (!isQuoted && /[,;]/.test(sign)) {
        parts.at(-1)?.push({ isExpression: false, text })
        parts.push([])
        text = ''
      } else text += sign
    }
    parts.at(-1)?.push(piece.isExpression ? piece : { isExpression: false, text })
  }
  return parts
}

/** `jo@example.org`, or `Jo <jo@example.org>`. A name may be in quotation marks. */
function isOneAddress(text: string): boolean {
  const [, name = '', framed] = /^([^<>]*)<([^<>]*)>$/.exec(text) ?? []
  const address = (framed ?? text).trim()
  const isNamed = /^\s*"[^"\\\p{Cc}]*"\s*$/u.test(name) || !/[,;"\p{Cc}]/u.test(name)
  return isNamed && /^[^\s,;:<>"()\p{Cc}]+$/u.test(address)
}

/** As it is in a text with words around it: null is nothing, numbers and dates are written as the language does. */
function evaluateAsText(step: Step, occasion: Occasion, expression: string): string {
  return String(evaluate(step, occasion, uel(`.${expression}`))).slice(1)
}

function uel(text: string): ExpressionText {
  return { language: 'uel', text }
}
