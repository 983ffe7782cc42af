import { valueLimits } from '../document/limits.ts'
import { integer, text as words } from '../document/properties.ts'
import type { PropsOf } from '../document/property.ts'
import type { Fault } from '../messages/catalogue.ts'
import { isBlank } from '../values/blank.ts'
import type { Read } from '../values/day.ts'
import { type HtmlRead, parseHtml, printHtml, textOfHtml } from '../values/html.ts'
import type { EntryContext, FieldDefinition } from './field-definition.ts'
import { textOfVariable } from './text.ts'

const props = {
  placeholder: words(),
  /** Characters that are read, without the HTML around them. */
  maxLength: integer(1, valueLimits.text),
}

/**
 * A field for text with headings, lists, links and emphasis. Its value is HTML with a small set of elements, which
 * browser and server create again from the sent text. HTML that could execute code is refused; in values of a process
 * it is left out.
 */
export const richText: FieldDefinition<typeof props, string> = {
  props,
  read: readRichText,
  present: (value, _, context) => textOf(value, context),
  check: checkRichText,
  toJson: (value) => value,
  toPlain: (value) => value,
  fromVariable: (variable, context) => {
    const text = textOfVariable(variable)
    return typeof text === 'string' && text.length <= valueLimits.text ? printHtml(parse(text, context).nodes) : text
  },
  toVariables: (key, value) => [{ name: key, type: 'String', value }],
}

function readRichText(input: unknown, _: PropsOf<typeof props>, context: EntryContext): Read<string | null> {
  if (input === null || input === undefined) return { ok: true, value: null }
  if (typeof input !== 'string') return { ok: false, fault: { code: 'text.invalid' } }
  if (input.length > valueLimits.text)
    return { ok: false, fault: { code: 'text.too-long', params: { max: valueLimits.text, length: input.length } } }
  const { nodes, refused } = parse(input, context)
  if (refused.length > 0 || !input.isWellFormed()) return { ok: false, fault: { code: 'text.markup' } }
  return { ok: true, value: isBlank(textOfHtml(nodes)) ? null : printHtml(nodes) }
}

function checkRichText(value: string, { maxLength }: PropsOf<typeof props>, context: EntryContext): Fault[] {
  if (maxLength === undefined) return []
  const { length } = textOf(value, context)
  return length > maxLength ? [{ code: 'text.too-long', params: { max: maxLength, length } }] : []
}

function textOf(value: string, context: EntryContext): string {
  return textOfHtml(parse(value, context).nodes).trim()
}

/**
 * Reading 10,000 characters takes some milliseconds, and a form reads them three times: longer texts are read where
 * nobody else waits.
 *
 * @throws OutOfAllowance
 */
function parse(html: string, { allowance }: EntryContext): HtmlRead {
  allowance?.meter.charge(html.length >> 1)
  return parseHtml(html)
}
