import { outOfLoop } from '@millrace/expressions/meter'
import { valueLimits } from '../document/limits.ts'
import { flag, integer, text as words } from '../document/properties.ts'
import type { PropsOf } from '../document/property.ts'
import type { Fault } from '../messages/catalogue.ts'
import { isBlank } from '../values/blank.ts'
import { countCharacters } from '../values/count-characters.ts'
import type { Read } from '../values/day.ts'
import { hasControlCharacters, hasMarkup } from '../values/markup.ts'
import { pattern, patternTextLimit, testPattern } from '../values/pattern.ts'
import type { EntryContext, FieldDefinition } from './field-definition.ts'
import type { TypedVariable } from './field-value.ts'

/** The properties that single-line and multi-line text fields share. */
export const textProps = {
  placeholder: words(),
  minLength: integer(0, valueLimits.text),
  maxLength: integer(1, valueLimits.text),
  /** A regular expression that the whole text must match. */
  pattern: pattern(),
  patternMessage: words(),
  /** Lets `<tags>` through. They are still never shown as HTML. */
  allowMarkup: flag(),
}

type TextProps = PropsOf<typeof textProps>

/** A single-line text field. */
export const text: FieldDefinition<typeof textProps, string> = {
  props: textProps,
  findConflict: findTextConflict,
  read: (input) => readText(typeof input === 'string' ? input.replace(/[\r\n]+/g, ' ') : input),
  present: (value) => value,
  check: checkText,
  toJson: (value) => value,
  toPlain: (value) => value,
  fromVariable: textOfVariable,
  toVariables: (key, value) => [{ name: key, type: 'String', value }],
}

export function findTextConflict(props: TextProps): string | null {
  if (props.minLength !== undefined && props.maxLength !== undefined && props.minLength > props.maxLength) {
    return `minLength up to maxLength (${props.maxLength})`
  }
  if (props.pattern !== undefined && (props.maxLength ?? 0) > patternTextLimit) {
    return `maxLength up to ${patternTextLimit} beside a pattern`
  }
  return null
}

/** Reads a text as typed. A blank text counts as no value. */
export function readText(input: unknown): Read<string | null> {
  if (input === null || input === undefined) return { ok: true, value: null }
  if (typeof input !== 'string') return { ok: false, fault: { code: 'text.invalid' } }
  return { ok: true, value: isBlank(input) ? null : input }
}

export function checkText(
  value: string,
  props: TextProps,
  { allowance }: Pick<EntryContext, 'allowance'> = {},
): Fault[] {
  const most = props.pattern === undefined ? valueLimits.text : patternTextLimit
  const max = props.maxLength ?? most
  // One character may have any number of marks.
  const isHuge = value.length > most
  const length = isHuge ? value.length : countCharacters(value)
  if (isHuge || length > max) return [{ code: 'text.too-long', params: { max, length } }]
  if (length < (props.minLength ?? 0))
    return [{ code: 'text.too-short', params: { min: props.minLength ?? 0, length } }]
  if (hasControlCharacters(value) || (hasMarkup(value) && props.allowMarkup !== true)) return [{ code: 'text.markup' }]
  // Nobody can count what a regular expression does.
  if (props.pattern !== undefined && allowance?.isOnLoop === true) throw outOfLoop()
  if (props.pattern !== undefined && !testPattern(props.pattern, value)) {
    return [
      {
        code: 'text.pattern',
        ...(props.patternMessage === undefined ? {} : { params: { message: props.patternMessage } }),
      },
    ]
  }
  return []
}

/** Returns the text of any simple variable for a text field. */
export function textOfVariable({ value }: TypedVariable): unknown {
  return value === null ? null : String(value)
}
