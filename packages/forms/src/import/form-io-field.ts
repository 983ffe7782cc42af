import { isPlainObject } from '../document/plain-object.ts'
import type { NodeType } from '../document/types.ts'
import { conditionOf, javaScript } from './form-io-conditions.ts'
import { typeOf } from './form-io-types.ts'
import {
  flagOf,
  type ImportedNode,
  type Keys,
  listOf,
  type NodeMaker,
  objectOf,
  type Source,
  textOf,
  wholeOf,
} from './node-maker.ts'
import { keyOfName, type SourceNames } from './source-names.ts'

/** The position of a Form.io component. */
export interface SourcePlace {
  readonly at: string
  readonly maker: NodeMaker
  readonly keys: Keys
  /** The names that its conditions see. */
  readonly names: SourceNames
}

export function importField(given: NodeType, source: Source, place: SourcePlace): ImportedNode {
  const { at, maker, keys } = place
  const type = typeOf(given, source)
  const validate = objectOf(source.validate)
  if (source.multiple === true && !['multi-select', 'file', 'tags'].includes(type))
    maker.leaveOut(`${at}.multiple`, 'The field has one value.')
  const pattern = textOf(validate.pattern)
  const props = {
    ...rulesOf(source, place),
    label: labelOf(source, place),
    help: readText(source.description, `${at}.description`, maker) ?? readText(source.tooltip, `${at}.tooltip`, maker),
    defaultValue: defaultOf(source, type, place),
    placeholder: readText(source.placeholder, `${at}.placeholder`, maker),
    minLength: wholeOf(validate.minLength),
    maxLength: wholeOf(validate.maxLength),
    pattern,
    patternMessage: pattern === undefined ? undefined : textOf(validate.customMessage),
    ...propsOf(type, source, place),
  }
  return maker.make(type, { at, keys, key: keyOf(source.key, place), span: 12, props })
}

/** Returns the key of a component. In Form.io, dots lead into an object. */
export function keyOf(raw: unknown, { at, maker }: SourcePlace): unknown {
  if (typeof raw !== 'string' || !raw.includes('.')) return raw
  const key = keyOfName(raw)
  maker.change(
    `${at}.key`,
    `The key “${raw.slice(0, 80)}” leads into an object. The variable is “${key.slice(0, 80)}” now.`,
  )
  return key
}

function propsOf(type: NodeType, source: Source, place: SourcePlace): Readonly<Record<string, unknown>> {
  const { at, maker } = place
  const validate = objectOf(source.validate)
  switch (type) {
    case 'number':
    case 'currency': {
      const [prefix, suffix] = [textOf(source.prefix), textOf(source.suffix)]
      if (prefix !== undefined) maker.change(`${at}.prefix`, 'The unit is after the number.')
      const limits = {
        min: numberOf(validate.min),
        max: numberOf(validate.max),
        decimals: wholeOf(source.decimalLimit),
      }
      return type === 'currency'
        ? { ...limits, currency: textOf(source.currency) ?? 'USD' }
        : { ...limits, unit: suffix ?? prefix, integer: flagOf(validate.integer) }
    }
    case 'masked':
      return { mask: maskOf(source.inputMask) }
    case 'check-list':
      return {
        options: optionsOf(source, place),
        min: wholeOf(validate.minSelectedCount ?? source.minSelectedCount),
        max: wholeOf(validate.maxSelectedCount ?? source.maxSelectedCount),
      }
    case 'radio':
    case 'select':
    case 'multi-select':
      return { options: optionsOf(source, place) }
    case 'date':
    case 'date-time':
      return {
        min: dateOf('minDate', type, source, place),
        max: dateOf('maxDate', type, source, place),
        ...partsOf(source, place),
      }
    case 'file':
      return fileRulesOf(source)
    default:
      return {}
  }
}

function optionsOf(source: Source, { at, maker }: SourcePlace): readonly unknown[] | undefined {
  const given = source.values ?? objectOf(source.data).values
  const options = listOf(given).flatMap((option) => {
    const value = String(option.value ?? '')
    return value === '' ? [] : [{ value, label: textOf(option.label) ?? value }]
  })
  const isElsewhere = source.dataSrc !== undefined && source.dataSrc !== 'values'
  if (options.length === 0 || isElsewhere) {
    maker.leaveOutAll(`${at}.data`, 'Options from other sources are not imported. One option replaces them.')
    return undefined
  }
  const isText = source.dataType === 'string' || source.type === 'selectboxes'
  if (!isText && options.some(({ value }) => value === 'true' || value === 'false' || /^-?\d+(?:\.\d+)?$/.test(value)))
    maker.change(`${at}.values`, 'The values of options are texts. In Form.io some of them become numbers.')
  return options
}

/** Returns the earliest or latest day that the calendar of Form.io offers, where it is a fixed day. */
function dateOf(
  name: 'minDate' | 'maxDate',
  type: NodeType,
  source: Source,
  { at, maker }: SourcePlace,
): string | undefined {
  const raw = textOf(objectOf(source.datePicker)[name]) ?? textOf(source[name])
  if (raw === undefined) return undefined
  const day = /^(\d{4}-\d{2}-\d{2})(?:T.*)?$/.exec(raw)?.[1]
  if (day !== undefined) return type === 'date' ? day : `${day}T00:00:00Z`
  maker.leaveOut(`${at}.${source[name] === undefined ? 'datePicker.' : ''}${name}`, 'Only fixed days are imported.')
  return undefined
}

/** The parts of a day: one that is required makes the field required. */
function partsOf(source: Source, { at, maker }: SourcePlace): Readonly<Record<string, unknown>> {
  const parts = Object.entries(objectOf(source.fields)).filter((entry): entry is [string, Source] =>
    isPlainObject(entry[1]),
  )
  for (const [name, part] of parts)
    if (part.hide === true) maker.leaveOut(`${at}.fields.${name}.hide`, 'A day has all of its parts.')
  return parts.some(([, part]) => part.required === true) ? { required: true } : {}
}

/** Returns the rules of any component. */
export function rulesOf(source: Source, place: SourcePlace): Readonly<Record<string, unknown>> {
  const { at, maker } = place
  const validate = objectOf(source.validate)
  for (const name of ['calculateValue', 'customDefaultValue'])
    if (source[name] !== undefined && source[name] !== '' && source[name] !== null)
      maker.leaveOut(`${at}.${name}`, javaScript)
  if (textOf(validate.custom) !== undefined) maker.leaveOut(`${at}.validate.custom`, javaScript)
  const condition = conditionOf(source, place)
  return {
    visible: source.hidden === true && source.type !== 'hidden' ? false : condition,
    enabled: source.disabled === true ? false : undefined,
    readOnly: undefined,
    required: flagOf(validate.required),
  }
}

/** Returns the label of a component. */
export function labelOf(source: Source, { at, maker }: SourcePlace): string {
  return readText(source.label, `${at}.label`, maker) ?? textOf(source.key) ?? textOf(source.type) ?? '?'
}

/** Returns a text that users read, without the expressions that it may contain. */
export function readText(raw: unknown, at: string, maker: NodeMaker): string | undefined {
  const text = textOf(raw)
  if (text?.includes('{{') !== true) return text
  maker.leaveOut(at, 'Expressions in a text are not imported. The text has “…” instead.')
  return textOf(text.replace(/\{\{[^{}]*\}\}/g, '…')) ?? '…'
}

/** Returns a default as our field reads it; none for what Form.io gives to fields that are empty. */
function defaultOf({ defaultValue }: Source, type: NodeType, { at, maker }: SourcePlace): unknown {
  if (defaultValue === undefined || defaultValue === null || defaultValue === '') return undefined
  if (Array.isArray(defaultValue)) return defaultValue.length === 0 ? undefined : defaultValue
  if (type === 'check-list' && isPlainObject(defaultValue)) {
    const chosen = Object.keys(defaultValue).filter((name) => defaultValue[name] === true)
    return chosen.length === 0 ? undefined : chosen
  }
  if (isPlainObject(defaultValue) && Object.keys(defaultValue).length === 0) return undefined
  const isUnknown =
    ['file', 'signature', 'password'].includes(type) ||
    isPlainObject(defaultValue) ||
    // A text that begins so would be an expression.
    (typeof defaultValue === 'string' && defaultValue.startsWith('='))
  if (!isUnknown) return defaultValue
  maker.leaveOut(`${at}.defaultValue`, 'This default is not imported.')
  return undefined
}

function numberOf(raw: unknown): number | undefined {
  const number = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Form.io has 9 for a digit and a for a letter. */
function maskOf(raw: unknown): string | undefined {
  return textOf(raw)?.replace(
    /[90aA*\\]/g,
    (sign) => ({ '9': '0', '0': '\\0', a: 'A', A: 'A', '*': '*' })[sign] ?? '\\\\',
  )
}

function fileRulesOf(source: Source): Readonly<Record<string, unknown>> {
  const size = /^(\d{1,2})\s*MB$/i.exec(textOf(source.fileMaxSize) ?? '')?.[1]
  const types = (textOf(source.filePattern) ?? '')
    .split(',')
    .flatMap((one) => /^\s*(?:\*?\.)([a-z0-9]{1,10})\s*$/i.exec(one)?.[1] ?? [])
  return {
    maxfiles: source.multiple === true ? 10 : undefined,
    maxfilesize: size === undefined ? undefined : Number(size),
    filetypes: types.length === 0 ? undefined : types,
  }
}
