import { readClock } from '../values/clock.ts'
import { readDay } from '../values/day.ts'
import { parseHtml, printHtml } from '../values/html.ts'
import { readIsoInstant } from '../values/instant.ts'
import { documentLimits } from './limits.ts'
import { isPlainObject, isPrototypeKey } from './plain-object.ts'
import type { Condition, Option, Property, PropertyKind, PropertyRead } from './property.ts'

/** Creates a text property that users read and that can be translated. */
export function text(options: { isRequired?: boolean; max?: number } = {}): Property<string> {
  const max = options.max ?? documentLimits.text
  const least = options.isRequired ? 1 : 0
  return property('text', options, (raw) =>
    typeof raw === 'string' && raw.length <= max && raw.trim().length >= least
      ? accept(raw)
      : expect(`a text of ${least} to ${max} characters`),
  )
}

/** Creates a text property that forms do not show, such as a key or an expression, checked by `findFault`. */
export function code(
  max: number,
  findFault: (raw: string) => string | null,
  options: { isRequired?: boolean } = {},
): Property<string> {
  return property('code', options, (raw) => {
    if (typeof raw !== 'string' || raw.length > max) return expect(`a text of up to ${max} characters`)
    const fault = findFault(raw)
    return fault === null ? accept(raw) : expect(fault)
  })
}

export function flag(): Property<boolean> {
  return property('flag', {}, (raw) => (typeof raw === 'boolean' ? accept(raw) : expect('true or false')))
}

export function integer(min: number, max: number): Property<number> {
  return property('integer', {}, (raw) =>
    typeof raw === 'number' && Number.isInteger(raw) && raw >= min && raw <= max
      ? accept(raw)
      : expect(`a whole number from ${min} to ${max}`),
  )
}

/**
 * Creates a number property. Whole numbers beyond 2^53 are stored as digits in a text, because JSON parsers round them.
 */
export function quantity(): Property<number | string> {
  return property('quantity', {}, (raw) =>
    (typeof raw === 'number' && Number.isFinite(raw)) || (typeof raw === 'string' && /^-?\d{1,40}$/.test(raw))
      ? accept(raw)
      : expect('a number, or a text of digits'),
  )
}

/** Creates a number property for doubles. */
export function measure(): Property<number> {
  return property('quantity', {}, (raw) =>
    typeof raw === 'number' && Number.isFinite(raw) && Math.abs(raw) <= 1e12 ? accept(raw) : expect('a number'),
  )
}

export function choice<const T extends string>(
  choices: readonly T[],
  options: { isRequired?: boolean } = {},
): Property<T> {
  return {
    ...property('choice', options, (raw) => {
      const found = choices.find((item) => item === raw)
      return found === undefined ? expect(`one of ${choices.join(', ')}`) : accept(found)
    }),
    choices,
  }
}

/** Creates a property for a date, `YYYY-MM-DD`. */
export function day(): Property<string> {
  return property('day', {}, (raw) => {
    const read = typeof raw === 'string' && /^\d{4}-/.test(raw) ? readDay(raw) : null
    return read?.ok ? accept(read.value) : expect('a day such as 2026-11-30')
  })
}

/** Creates a property for a time of day, `hh:mm`. */
export function clock(): Property<string> {
  return property('clock', {}, (raw) =>
    typeof raw === 'string' && readClock(raw) === raw ? accept(raw) : expect('a time such as 16:30'),
  )
}

/** Creates a property for an instant in ISO 8601 with an offset, such as `2026-11-30T16:00:00Z`. */
export function instant(): Property<string> {
  return property('instant', {}, (raw) => {
    const read = typeof raw === 'string' ? readIsoInstant(raw) : null
    return read === null ? expect('an instant such as 2026-11-30T16:00:00Z') : accept(read)
  })
}

export function options(): Property<readonly Option[]> {
  const expected = `a list of 1 to ${documentLimits.options} options with different values, each {value, label}`
  return property('options', { isRequired: true }, (raw) => {
    if (!Array.isArray(raw) || raw.length === 0 || raw.length > documentLimits.options) return expect(expected)
    const read = raw.map(readOption)
    const values = new Set(read.map((option) => option?.value))
    return values.has(undefined) || values.size !== raw.length
      ? expect(expected)
      : accept(read.filter((item) => item !== null))
  })
}

/** Creates a property for a list of texts that users read and that can be translated. */
export function texts(most: number): Property<readonly string[]> {
  const expected = `a list of up to ${most} texts of up to ${documentLimits.text} characters`
  return property('texts', {}, (raw) => {
    if (!Array.isArray(raw) || raw.length > most) return expect(expected)
    const list = (raw as unknown[]).filter((item) => typeof item === 'string' && item.length <= documentLimits.text)
    return list.length === raw.length ? accept(list as string[]) : expect(expected)
  })
}

/**
 * Creates a property for HTML without executable parts: see `parseHtml`. Executable parts are reported and not silently
 * removed.
 */
export function html(options: { isRequired?: boolean } = {}): Property<string> {
  const most = documentLimits.text * 10
  return property('html', options, (raw) => {
    if (typeof raw !== 'string' || raw.length > most) return expect(`HTML of up to ${most} characters`)
    const { nodes, refused } = parseHtml(raw)
    if (refused.length > 0)
      return expect(`HTML of paragraphs, lists, tables and links, without ${refused.slice(0, 5).join(', ')}`)
    return accept(printHtml(nodes))
  })
}

/** Creates a property for a picture in the document itself, as a `data:` address. */
export function picture(options: { isRequired?: boolean } = {}): Property<string> {
  const most = documentLimits.picture
  return property('picture', options, (raw) =>
    typeof raw === 'string' && raw.length <= most && isPictureData(raw)
      ? accept(raw)
      : expect(`a PNG, JPEG, GIF or WebP picture as a data address of up to ${most} characters`),
  )
}

function isPictureData(raw: string): boolean {
  return /^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+={0,2}$/.test(raw)
}

/** Creates a property for a list of short texts. */
export function words(
  max: number,
  findFault: (word: string) => string | null = () => null,
): Property<readonly string[]> {
  return property('words', {}, (raw) => {
    if (!Array.isArray(raw) || raw.length > max) return expect(`a list of up to ${max} texts`)
    const list: string[] = []
    for (const word of raw as unknown[]) {
      if (typeof word !== 'string' || word.length > documentLimits.key) return expect(`a list of up to ${max} texts`)
      const fault = findFault(word)
      if (fault !== null) return expect(fault)
      list.push(word)
    }
    return accept(list)
  })
}

/** Creates a property for a condition on a node: `true`, `false` or `=FEEL`. */
export function condition(): Property<Condition> {
  return property('condition', {}, (raw) =>
    typeof raw === 'boolean' || isExpressionText(raw)
      ? accept(raw)
      : expect('true, false or an expression that begins with ='),
  )
}

export function expression(): Property<`=${string}`> {
  return property('expression', {}, (raw) =>
    isExpressionText(raw) ? accept(raw) : expect('an expression that begins with ='),
  )
}

/** Creates a property for a value that the field parses, or `=FEEL`. */
export function value(): Property<unknown> {
  return property('value', {}, (raw) =>
    typeof raw !== 'string' || !raw.startsWith('=') || isExpressionText(raw)
      ? accept(raw)
      : expect(`an expression of 1 to ${documentLimits.expression} characters after =`),
  )
}

/** Returns whether a text is FEEL: `=` followed by something. */
export function isExpressionText(raw: unknown): raw is `=${string}` {
  return (
    typeof raw === 'string' &&
    raw.startsWith('=') &&
    raw.trim().length > 1 &&
    raw.length <= documentLimits.expression + 1
  )
}

function property<T>(
  kind: PropertyKind,
  given: { isRequired?: boolean },
  read: (raw: unknown) => PropertyRead<T>,
): Property<T> {
  return { kind, isRequired: given.isRequired ?? false, read }
}

function readOption(raw: unknown): Option | null {
  if (!isPlainObject(raw) || Object.keys(raw).some((key) => !optionMembers.has(key))) return null
  const { value, label, when } = raw
  if (typeof value !== 'string' || value === '' || value.length > documentLimits.key || isPrototypeKey(value))
    return null
  if (typeof label !== 'string' || label.trim() === '' || label.length > documentLimits.text) return null
  if (when === undefined) return { value, label }
  const values = Array.isArray(when) ? (when as unknown[]).filter((item) => typeof item === 'string') : []
  return Array.isArray(when) && values.length === when.length && when.length <= documentLimits.options
    ? { value, label, when: values }
    : null
}

const optionMembers = new Set(['value', 'label', 'when'])

function accept<T>(value: T): PropertyRead<T> {
  return { ok: true, value }
}

function expect<T>(expected: string): PropertyRead<T> {
  return { ok: false, expected }
}
