import type { BudgetValues } from '@millrace/contract'
import { fromPlain, type TypedValue } from '@millrace/engine'
import { compile } from '@millrace/expressions'
import { evaluateTextsInThread } from '../threads/evaluate-texts.ts'
import { cleanHtml, decode, encode, toPlainText } from './clean-html.ts'
import { splitPlaceholders } from './placeholders.ts'

/** Subject and HTML of a mail template, with placeholders `${…}`, which are expressions over process variables. */
export interface MailTemplate {
  /** One line. */
  readonly subject: string
  readonly html: string
}

export type ReadTemplate =
  | { readonly ok: true; readonly html: string; readonly variables: readonly string[] }
  | { readonly ok: false; readonly problems: readonly TemplateProblem[] }

export interface TemplateProblem {
  readonly where: 'subject' | 'html'
  readonly placeholder: string
  readonly message: string
}

/** Reads a mail template as it is stored: cleaned, with every placeholder parsed; in a worker thread. */
export function readMailTemplate({ subject, html }: MailTemplate): ReadTemplate {
  const clean = cleanHtml(html)
  const problems: TemplateProblem[] = []
  const variables = new Set<string>()
  for (const { where, placeholder } of listPlaceholders({ subject, html: clean })) {
    const answer = compile('uel', placeholder)
    if (answer === null) throw new Error('Expected UEL to run here.')
    if (answer.ok) for (const name of answer.expression.variables) variables.add(name)
    else problems.push({ where, placeholder, message: answer.problems[0]?.message ?? 'It cannot be read.' })
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, html: clean, variables: [...variables].toSorted() }
}

export interface RenderTask extends MailTemplate {
  /** Values of process variables by name. */
  readonly sample: Readonly<Record<string, unknown>>
  /**
   * HTML that is inserted unchanged for placeholders that are only a name, such as `${answers}`, outside of attributes.
   * It is cleaned.
   */
  readonly parts?: Readonly<Record<string, string>>
  readonly now: Date
  readonly userId: string
  readonly budgets: BudgetValues
}

export interface RenderedMail {
  readonly subject: string
  readonly html: string
  readonly text: string
  /** Placeholders without a value, of which nothing is in the mail. */
  readonly missing: readonly MissingValue[]
}

export interface MissingValue {
  readonly placeholder: string
  readonly message: string
  /** The expression could not be calculated; else it gave nothing. */
  readonly isFault: boolean
}

/**
 * Renders a mail from a template and values, in a worker thread. Values are inserted as text: HTML in them is shown,
 * not interpreted, and addresses that would execute code are removed.
 */
export function renderMail({
  subject,
  html,
  sample,
  parts = {},
  now,
  userId,
  budgets,
}: RenderTask): { readonly ok: true; readonly mail: RenderedMail } | { readonly ok: false; readonly message: string } {
  const filledIn = new Map(
    Object.entries(parts).map(([name, part]) => [`\${${name}}`, part.replaceAll('${', '&#36;{')]),
  )
  const named = new Set(listPlaceholders({ subject, html }).map(({ placeholder }) => placeholder))
  const placeholders = [...named].filter((placeholder) => !filledIn.has(placeholder))
  const variables = new Map<string, TypedValue>(Object.entries(sample).map(([name, value]) => [name, fromPlain(value)]))
  const texts = placeholders.map((text) => ({ language: 'uel', text }))
  const evaluated = evaluateTextsInThread({ occasion: { texts, variables, now, userId }, budgets })
  if (!evaluated.ok) return evaluated
  const values = new Map<string, string>()
  const missing: MissingValue[] = []
  for (const [index, placeholder] of placeholders.entries()) {
    const answer = evaluated.answers[index]
    const value = answer?.ok ? answer.value : null
    values.set(placeholder, presentValue(value))
    if (value === null || value === undefined)
      missing.push({
        placeholder,
        message: answer?.ok === false ? answer.message : 'It has no value.',
        isFault: answer?.ok === false,
      })
  }
  const encoded = new Map([...values].map(([placeholder, value]) => [placeholder, encodeValue(value)] as const))
  const [line, body] = [
    fill(subject, (placeholder) => values.get(placeholder) ?? ''),
    fill(html, (placeholder) => filledIn.get(placeholder) ?? encoded.get(decode(placeholder)) ?? ''),
  ]
  if (line === null || body === null) return { ok: false, message: tooLong }
  // Once more: what stands in an address is only known now.
  const filled = cleanHtml(body)
  return {
    ok: true,
    mail: {
      subject: line.replaceAll(/\p{Cc}+/gu, ' ').trim(),
      html: filled,
      text: toPlainText(filled),
      missing,
    },
  }
}

/** Characters of a mail with its values: a value may be long, and are in it as often as there is room for its name. */
const maxMailLength = 2_000_000

const tooLong = `Expected a mail of at most ${maxMailLength} characters with its values, but it has more. Leave out the long ones.`

/** Null when it would be too long. */
function fill(text: string, write: (placeholder: string) => string): string | null {
  const pieces = splitPlaceholders(text).map((piece) => (piece.kind === 'text' ? piece.text : write(piece.text)))
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  return length > maxMailLength ? null : pieces.join('')
}

/** Encodes a value as text; placeholders inside of the value stay text. */
function encodeValue(value: string): string {
  return encode(value).replaceAll('${', '&#36;{')
}

function listPlaceholders({ subject, html }: MailTemplate) {
  const of = (where: 'subject' | 'html', text: string, read: (text: string) => string) =>
    splitPlaceholders(text).flatMap((piece) =>
      piece.kind === 'text' ? [] : [{ where, placeholder: read(piece.text) } as const],
    )
  return [...of('subject', subject, (text) => text), ...of('html', html, decode)]
}

/** Returns a value as text for people: items of a list with commas, fields of an object as `name: value`. */
function presentValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(presentValue).join(value.some(isObject) ? '; ' : ', ')
  if (!isObject(value)) return String(value)
  return Object.entries(value)
    .map(([name, field]) => `${name}: ${presentValue(field)}`)
    .join(', ')
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
