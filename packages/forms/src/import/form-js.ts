import { isPlainObject } from '../document/plain-object.ts'
import type { NodeType } from '../document/types.ts'
import type { ImportResult } from './import-notes.ts'
import {
  createNodeMaker,
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

/** Converts a form of bpmn.io’s form-js, which Camunda’s modellers write (`.form`), into a document. */
export function importFormJs(input: unknown): ImportResult {
  if (!isPlainObject(input) || !Array.isArray(input.components))
    return { ok: false, message: 'Expected a form of form-js with its components, but this has none.' }
  const maker = createNodeMaker()
  const root = importComponents(input.components, { at: 'components', maker, keys: new Set(), depth: 1 })
  return { ok: true, form: maker.finish(input.id, root) }
}

interface Place {
  readonly at: string
  readonly maker: NodeMaker
  readonly keys: Keys
  readonly depth: number
}

const deepest = 10

function importComponents(components: unknown, place: Place): ImportedNode[] {
  if (place.depth > deepest) {
    place.maker.leaveOut(place.at, `Only ${deepest} levels are taken over.`)
    return []
  }
  return listOf(components).flatMap((source, index) =>
    importComponent(source, { ...place, at: `${place.at}[${index}]` }),
  )
}

const fields: Readonly<Record<string, NodeType>> = {
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

function importComponent(source: Source, place: Place): ImportedNode[] {
  const { at, maker, keys } = place
  const type = typeof source.type === 'string' ? source.type : ''
  const columns = wholeOf(objectOf(source.layout).columns)
  // Rows of form-js have sixteen columns.
  const span = columns === undefined ? 12 : Math.max(1, Math.min(12, Math.round((columns / 16) * 12)))
  const base = { at, keys, id: source.id, span }
  const rules = rulesOf(source, place)
  if (type === 'datetime')
    return [
      maker.make(dateTypeOf(source), {
        ...base,
        key: source.key,
        props: { ...rules, label: textOf(source.dateLabel) ?? textOf(source.timeLabel) ?? labelOf(source) },
      }),
    ]
  if (Object.hasOwn(fields, type)) return importField(fields[type] as NodeType, source, { ...base, place, rules })
  const visible = rules.visible
  switch (type) {
    case 'text':
      return [maker.make('static-text', { ...base, props: { visible, text: plainOf(source.text, at, maker) } })]
    case 'html':
      return [
        maker.make('html', {
          ...base,
          props: { visible, html: maker.cleanHtml(String(source.content ?? ''), `${at}.content`) },
        }),
      ]
    case 'separator':
    case 'spacer':
      return [maker.make(type, { ...base, props: { visible } })]
    case 'button': {
      const action = source.action === 'reset' ? 'reset' : 'submit'
      return [maker.make('button', { ...base, props: { visible, label: labelOf(source), action } })]
    }
    case 'group': {
      const path = textOf(source.path)
      const inner: Keys = path === undefined ? keys : new Set()
      const children = importComponents(source.components, {
        ...place,
        at: `${at}.components`,
        keys: inner,
        depth: place.depth + 1,
      })
      const key = path === undefined ? {} : { key: path }
      const outline = source.showOutline === true ? 'panel' : 'section'
      return [maker.make(outline, { ...base, ...key, props: { visible, label: textOf(source.label) }, children })]
    }
    case 'dynamiclist': {
      const children = importComponents(source.components, {
        ...place,
        at: `${at}.components`,
        keys: new Set(),
        depth: place.depth + 1,
      })
      const props = { visible, label: labelOf(source), fixed: source.allowAddRemove === false ? true : undefined }
      return [maker.make('repeater', { ...base, key: source.path ?? source.key, props, children })]
    }
    default:
      maker.leaveOut(at, `There is no field like “${type.slice(0, 40)}” yet.`)
      return []
  }
}

interface FieldPlace {
  readonly at: string
  readonly keys: Keys
  readonly id: unknown
  readonly span: number
  readonly place: Place
  readonly rules: Readonly<Record<string, unknown>>
}

function importField(given: NodeType, source: Source, { place, rules, ...base }: FieldPlace): ImportedNode[] {
  const { maker, at } = place
  const validate = objectOf(source.validate)
  const { suffixAdorner, prefixAdorner } = objectOf(source.appearance)
  const type =
    given === 'text' && validate.validationType === 'email'
      ? 'email'
      : given === 'text' && validate.validationType === 'phone'
        ? 'phone'
        : given
  const label = labelOf(source)
  const shared = { ...rules, label, help: textOf(source.description), defaultValue: defaultOf(source, type) }
  const make = (props: Readonly<Record<string, unknown>>) => [
    maker.make(type, { ...base, key: source.key, props: { ...shared, ...props } }),
  ]
  switch (type) {
    case 'text':
    case 'textarea':
      return make({
        minLength: wholeOf(validate.minLength),
        maxLength: wholeOf(validate.maxLength),
        pattern: textOf(validate.pattern),
      })
    case 'number':
      return make({
        min: numberOf(validate.min),
        max: numberOf(validate.max),
        decimals: wholeOf(source.decimalDigits),
        unit: textOf(suffixAdorner) ?? textOf(prefixAdorner),
      })
    case 'check-list':
    case 'radio':
    case 'select':
    case 'multi-select': {
      if (source.values === undefined)
        maker.leaveOut(at, 'Options from a variable or an expression are not imported. One option replaces them.')
      return make({
        options: listOf(source.values).map((option) => ({
          value: String(option.value ?? ''),
          label: String(option.label ?? option.value ?? ''),
        })),
      })
    }
    case 'file':
      return make({ maxfiles: source.multiple === true ? 10 : undefined, filetypes: extensionsOf(source.accept) })
    case 'computed':
      return make({
        computed: feelOf(source.expression) ?? '=null',
        defaultValue: undefined,
        label: textOf(source.label) ?? String(source.key ?? '?'),
      })
    default:
      return make({})
  }
}

function rulesOf(source: Source, { at, maker }: Place): Readonly<Record<string, unknown>> {
  const hide = feelOf(objectOf(source.conditional).hide)
  const { required } = objectOf(source.validate)
  if (typeof source.disabled === 'string') maker.leaveOut(`${at}.disabled`, 'Expected true or false.')
  return {
    visible: hide === undefined ? undefined : `=not(${hide.slice(1)})`,
    readOnly: feelOf(source.readonly) ?? flagOf(source.readonly),
    enabled: source.disabled === true ? false : undefined,
    required: feelOf(required) ?? flagOf(required),
  }
}

function dateTypeOf({ subtype }: Source): NodeType {
  return subtype === 'time' ? 'time' : subtype === 'datetime' ? 'date-time' : 'date'
}

function defaultOf({ defaultValue }: Source, type: NodeType): unknown {
  if (defaultValue === undefined || defaultValue === null || defaultValue === '' || type === 'file') return undefined
  return defaultValue
}

function labelOf(source: Source): string {
  return textOf(source.label) ?? textOf(source.key) ?? textOf(source.type) ?? '?'
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

function plainOf(raw: unknown, at: string, maker: NodeMaker): string {
  const text = typeof raw === 'string' && raw.trim() !== '' ? raw : '?'
  if (/[*_#`[\]]/.test(text)) maker.change(`${at}.text`, 'The text is shown unchanged. Markdown is not supported.')
  return text
}
