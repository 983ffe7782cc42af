import { isInTest } from '@millrace/expressions/feel'
import type { NodeType } from '../document/types.ts'
import { dateOf } from './form-js-date.ts'
import { rewriteFormJs } from './form-js-expressions.ts'
import { labelOf, readText } from './form-js-texts.ts'
import {
  checkOf,
  feelOf,
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

/** The position of a component of form-js. */
export interface FormJsPlace {
  readonly at: string
  readonly maker: NodeMaker
  readonly keys: Keys
  readonly depth: number
  /** The names that its expressions see. */
  readonly names: SourceNames
  /** The names inside of groups and lists. */
  readonly inner: ReadonlyMap<Source, SourceNames>
}

/** The types of components that hold a value, and ours for each; of dates see `dateTypeOf`. */
export const fieldTypes: Readonly<Record<string, NodeType>> = {
  textfield: 'text',
  textarea: 'textarea',
  number: 'number',
  checkbox: 'checkbox',
  checklist: 'check-list',
  radio: 'radio',
  select: 'select',
  taglist: 'multi-select',
  filepicker: 'file',
  expression: 'computed',
}

export function importField(given: NodeType, source: Source, place: FormJsPlace): ImportedNode {
  const { maker, at, keys } = place
  const validate = objectOf(source.validate)
  const type =
    given === 'text' && validate.validationType === 'email'
      ? 'email'
      : given === 'text' && validate.validationType === 'phone'
        ? 'phone'
        : given
  const props = {
    ...rulesOf(source, place),
    label: labelOf(source, place),
    help: readText(source.description, `${at}.description`, maker),
    defaultValue: defaultOf(source, type, place),
    ...propsOf(type, source, place),
  }
  return maker.make(type, { at, keys, id: source.id, key: keyOf(source.key, place), props })
}

/** Returns the key of a field. In form-js, dots lead into an object. */
export function keyOf(raw: unknown, { at, maker }: FormJsPlace): unknown {
  if (typeof raw !== 'string' || !raw.includes('.')) return raw
  const key = keyOfName(raw)
  maker.change(
    `${at}.key`,
    `The key “${raw.slice(0, 80)}” leads into an object. The variable is “${key.slice(0, 80)}” now.`,
  )
  return key
}

function propsOf(type: NodeType, source: Source, place: FormJsPlace): Readonly<Record<string, unknown>> {
  const { maker, at } = place
  const validate = objectOf(source.validate)
  const { prefixAdorner, suffixAdorner } = objectOf(source.appearance)
  const adorners = () => {
    for (const [name, adorner] of Object.entries({ prefixAdorner, suffixAdorner }))
      if (textOf(adorner) !== undefined) maker.leaveOut(`${at}.appearance.${name}`, 'Only numbers have a unit.')
  }
  switch (type) {
    case 'text':
    case 'textarea': {
      adorners()
      const { pattern, search } = patternOf(validate.pattern, keyOfName(String(source.key ?? '')))
      const message = textOf(validate.patternErrorMessage)
      return {
        minLength: wholeOf(validate.minLength),
        maxLength: wholeOf(validate.maxLength),
        pattern,
        patternMessage: pattern === undefined ? undefined : message,
        check: checkOf([limitOf('minLength', '>=', source, place), limitOf('maxLength', '<=', source, place), search]),
        checkMessage: search === undefined ? undefined : message,
      }
    }
    case 'number': {
      const suffix = readText(suffixAdorner, `${at}.appearance.suffixAdorner`, maker)
      const prefix = readText(prefixAdorner, `${at}.appearance.prefixAdorner`, maker)
      if (prefix !== undefined && suffix !== undefined)
        maker.leaveOut(`${at}.appearance.prefixAdorner`, 'A number has one unit, after it.')
      else if (prefix !== undefined) maker.change(`${at}.appearance.prefixAdorner`, 'The unit is after the number.')
      if (source.serializeToString === true)
        maker.change(`${at}.serializeToString`, 'The variable is a number. In form-js it is a text.')
      const step = numberOf(source.increment)
      const limits = [limitOf('min', '>=', source, place), limitOf('max', '<=', source, place)]
      const name = keyOfName(String(source.key ?? ''))
      return {
        min: numberOf(validate.min),
        max: numberOf(validate.max),
        decimals: wholeOf(source.decimalDigits),
        unit: suffix ?? prefix,
        check: checkOf([...limits, step === undefined || step <= 0 ? undefined : `modulo(${name}, ${step}) = 0`]),
      }
    }
    case 'check-list':
    case 'radio':
    case 'select':
    case 'multi-select':
      return { options: optionsOf(source, place) }
    case 'date':
    case 'time':
    case 'date-time':
      return dateOf(type, source, place)
    case 'file': {
      if (feelOf(source.multiple) !== undefined) maker.leaveOut(`${at}.multiple`, 'Expected true or false.')
      const extensions = extensionsOf(source.accept)
      if (textOf(source.accept) !== undefined && extensions === undefined)
        maker.leaveOut(`${at}.accept`, 'Only file name extensions such as .pdf are imported.')
      return { maxfiles: source.multiple === true ? 10 : undefined, filetypes: extensions }
    }
    case 'computed': {
      const given = feelOf(source.expression)
      const rewritten = given === undefined ? undefined : rewrite(given, `${at}.expression`, place)
      if (source.computeOn !== undefined && source.computeOn !== 'change')
        maker.change(`${at}.computeOn`, 'The value is calculated at each change.')
      return {
        computed: rewritten === undefined ? '=null' : `=${rewritten}`,
        defaultValue: undefined,
        label: textOf(source.label) ?? String(source.key ?? '?'),
      }
    }
    default:
      adorners()
      return {}
  }
}

/** Returns an expression as a limit of a field; a number is a property of its own. */
function limitOf(
  name: 'min' | 'max' | 'minLength' | 'maxLength',
  sign: string,
  source: Source,
  place: FormJsPlace,
): string | undefined {
  const given = feelOf(objectOf(source.validate)[name])
  if (given === undefined) return undefined
  const limit = rewrite(given, `${place.at}.validate.${name}`, place)
  if (limit === undefined) return undefined
  const key = keyOfName(String(source.key ?? ''))
  const value = name.endsWith('Length') ? `string length(${key})` : key
  // A limit that is nothing limits nothing.
  return `(${limit}) = null or ${value} ${sign} (${limit})`
}

function optionsOf(source: Source, { at, maker }: FormJsPlace): readonly unknown[] | undefined {
  if (source.values === undefined) {
    for (const name of ['valuesKey', 'valuesExpression'])
      if (source[name] !== undefined)
        maker.leaveOut(
          `${at}.${name}`,
          'Options from a variable or an expression are not imported. One option replaces them.',
        )
    return undefined
  }
  const values = listOf(source.values)
  if (values.some(({ value }) => typeof value === 'number' || typeof value === 'boolean'))
    maker.change(`${at}.values`, 'The values of options are texts.')
  return values.map(({ value, label }) => ({ value: String(value ?? ''), label: String(label ?? value ?? '') }))
}

/** Returns the conditions of any component. */
export function rulesOf(source: Source, place: FormJsPlace): Readonly<Record<string, unknown>> {
  const { at, maker } = place
  const hide = feelOf(objectOf(source.conditional).hide)
  const readOnly = feelOf(source.readonly)
  const { required } = objectOf(source.validate)
  if (typeof source.disabled === 'string') maker.leaveOut(`${at}.disabled`, 'Expected true or false.')
  return {
    visible: hide === undefined ? undefined : visibleOf(rewrite(hide, `${at}.conditional.hide`, place)),
    readOnly:
      readOnly === undefined ? flagOf(source.readonly) : conditionOf(rewrite(readOnly, `${at}.readonly`, place)),
    enabled: source.disabled === true ? false : undefined,
    // form-js takes any text for true.
    required: typeof required === 'string' && required !== '' ? true : flagOf(required),
  }
}

/**
 * Where the condition has no answer, form-js hides the field, and so does `not(null)`. The exception is a condition of
 * the form `n in [1..3]`: form-js answers false for an empty value, where FEEL has no answer, and shows the field.
 */
function visibleOf(hide: string | undefined): string | undefined {
  if (hide === undefined) return undefined
  return isInTest(hide) ? `=(${hide}) != true` : `=not(${hide})`
}

function conditionOf(source: string | undefined): string | undefined {
  return source === undefined ? undefined : `=${source}`
}

function rewrite(expression: string, at: string, place: FormJsPlace): string | undefined {
  const rewritten = rewriteFormJs(expression.slice(1), place.names)
  if (rewritten.ok) {
    for (const name of rewritten.hideable)
      place.maker.change(at, `“${name}” is empty while it is hidden. In form-js the expression then has no answer.`)
    return rewritten.source
  }
  place.maker.leaveOut(at, rewritten.message)
  return undefined
}

/** Our fields compare the whole text with a pattern. form-js looks for it anywhere: FEEL does that too. */
function patternOf(raw: unknown, name: string): { readonly pattern?: string; readonly search?: string } {
  const pattern = textOf(raw)
  if (pattern === undefined) return {}
  const whole = /^\^([^|]*)\$$/.exec(pattern)?.[1]
  return whole === undefined || whole.endsWith('\\')
    ? { search: `matches(${name}, ${JSON.stringify(pattern)})` }
    : { pattern: whole }
}

function defaultOf({ defaultValue }: Source, type: NodeType, { at, maker }: FormJsPlace): unknown {
  if (defaultValue === undefined || defaultValue === null || defaultValue === '') return undefined
  if (type === 'file' || (typeof defaultValue === 'string' && defaultValue.startsWith('='))) {
    maker.leaveOut(`${at}.defaultValue`, 'This default is not imported.')
    return undefined
  }
  if (Array.isArray(defaultValue) && defaultValue.length === 0) return undefined
  return defaultValue
}

function numberOf(raw: unknown): number | undefined {
  const number = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

function extensionsOf(accept: unknown): readonly string[] | undefined {
  const found =
    typeof accept === 'string'
      ? accept.split(',').flatMap((one) => /^\s*\.([a-z0-9]{1,10})\s*$/i.exec(one)?.[1] ?? [])
      : []
  return found.length === 0 ? undefined : found
}
