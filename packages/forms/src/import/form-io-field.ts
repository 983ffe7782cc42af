import { isPlainObject } from '../document/plain-object.ts'
import type { NodeType } from '../document/types.ts'
import { conditionOf } from './form-io-conditions.ts'
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

/** The position of a Form.io component. */
export interface SourcePlace {
  readonly at: string
  readonly maker: NodeMaker
  readonly keys: Keys
}

/** The types of components that hold a value, and ours for each. */
export const fieldTypes: Readonly<Record<string, NodeType>> = {
  textfield: 'text',
  textarea: 'textarea',
  number: 'number',
  password: 'password',
  checkbox: 'checkbox',
  selectboxes: 'check-list',
  radio: 'radio',
  select: 'select',
  email: 'email',
  url: 'url',
  phoneNumber: 'phone',
  tags: 'tags',
  datetime: 'date-time',
  day: 'date',
  time: 'time',
  currency: 'currency',
  signature: 'signature',
  hidden: 'hidden',
  file: 'file',
}

export function importField(given: NodeType, source: Source, place: SourcePlace): ImportedNode {
  const { at, maker, keys } = place
  const validate = objectOf(source.validate)
  const type = typeOf(given, source)
  const unreadable = ['calculateValue', 'customDefaultValue', 'customConditional'].filter(
    (name) => textOf(source[name]) !== undefined,
  )
  for (const name of unreadable)
    maker.leaveOut(`${at}.${name}`, 'JavaScript is not taken over. Write it as an expression of FEEL.')
  if (textOf(validate.custom) !== undefined)
    maker.leaveOut(`${at}.validate.custom`, 'JavaScript is not taken over. Write it as an expression of FEEL.')
  const props = {
    ...rulesOf(source, place),
    label: labelOf(source),
    help: textOf(source.description) ?? textOf(source.tooltip),
    defaultValue: defaultOf(source, type),
    placeholder: textOf(source.placeholder),
    minLength: wholeOf(validate.minLength),
    maxLength: wholeOf(validate.maxLength),
    pattern: textOf(validate.pattern),
    patternMessage: textOf(validate.pattern) === undefined ? undefined : textOf(validate.customMessage),
    ...(type === 'number' || type === 'currency'
      ? { min: numberOf(validate.min), max: numberOf(validate.max), decimals: wholeOf(source.decimalLimit) }
      : {}),
    ...(type === 'currency' ? { currency: textOf(source.currency) ?? 'USD' } : {}),
    ...(type === 'masked' ? { mask: maskOf(source.inputMask) } : {}),
    ...optionsOf(type, source, place),
    ...(type === 'file' ? fileRulesOf(source) : {}),
  }
  return maker.make(type, { at, keys, key: source.key, span: 12, props })
}

function typeOf(given: NodeType, source: Source): NodeType {
  if (given === 'text' && textOf(source.inputMask) !== undefined) return 'masked'
  if (given === 'textarea' && textOf(source.editor) !== undefined && source.editor !== 'ace') return 'rich-text'
  if (given === 'select' && source.multiple === true) return 'multi-select'
  if (given === 'date-time' && source.enableTime === false) return 'date'
  return given === 'date-time' && source.enableDate === false ? 'time' : given
}

function optionsOf(type: NodeType, source: Source, { at, maker }: SourcePlace): Readonly<Record<string, unknown>> {
  if (!['check-list', 'radio', 'select', 'multi-select'].includes(type)) return {}
  const given = source.values ?? objectOf(source.data).values
  const options = listOf(given).flatMap((option) => {
    const value = String(option.value ?? '')
    return value === '' ? [] : [{ value, label: textOf(option.label) ?? value }]
  })
  if (options.length === 0) maker.leaveOut(at, 'Options from other sources are not imported. One option replaces them.')
  return { options: options.length === 0 ? undefined : options }
}

/** Returns the rules of any component. */
export function rulesOf(source: Source, place: SourcePlace): Readonly<Record<string, unknown>> {
  return {
    visible: source.hidden === true && source.type !== 'hidden' ? false : conditionOf(source, place),
    enabled: source.disabled === true ? false : undefined,
    readOnly: undefined,
    required: flagOf(objectOf(source.validate).required),
  }
}

/** Returns the label of a component. */
export function labelOf(source: Source): string {
  return textOf(source.label) ?? textOf(source.key) ?? textOf(source.type) ?? '?'
}

/** Returns a default as our field reads it; none for what Form.io gives to fields that are empty. */
function defaultOf({ defaultValue }: Source, type: NodeType): unknown {
  if (
    defaultValue === undefined ||
    defaultValue === null ||
    defaultValue === '' ||
    ['file', 'signature', 'password'].includes(type)
  )
    return undefined
  if (Array.isArray(defaultValue)) return defaultValue.length === 0 ? undefined : defaultValue
  if (type === 'check-list' && isPlainObject(defaultValue)) {
    const chosen = Object.keys(defaultValue).filter((name) => defaultValue[name] === true)
    return chosen.length === 0 ? undefined : chosen
  }
  // A text that begins so would be an expression.
  return isPlainObject(defaultValue) || (typeof defaultValue === 'string' && defaultValue.startsWith('='))
    ? undefined
    : defaultValue
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
