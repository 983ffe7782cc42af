import {
  isExpression,
  listProperties,
  type ModdleElement,
  readModdleAttribute,
  readModdleElement,
} from '@millrace/bpmn/moddle'
import type { KnownField, KnownThings } from '../../problems/known-things.ts'

export type VariableType = 'text' | 'number' | 'flag' | 'time' | 'list' | 'any'

/** A name that expressions of a process can read. */
export interface KnownVariable {
  readonly name: string
  readonly type: VariableType
  /** The label or the origin of the variable. */
  readonly about: string
  /** The values that it can have, where there are few. */
  readonly options: readonly string[]
}

/**
 * Lists the fields of the forms of the application, and the variables that the diagram sets, without duplicates, in
 * alphabetical order.
 */
export function listVariables(elements: readonly ModdleElement[], { forms }: KnownThings): KnownVariable[] {
  const found = new Map<string, KnownVariable>()
  for (const { fields } of forms.items)
    for (const field of fields) if (!found.has(field.name)) found.set(field.name, presentField(field))
  for (const element of elements)
    for (const name of listSet(element))
      if (!found.has(name))
        found.set(name, { name, type: 'any', about: String(element.get('name') ?? ''), options: [] })
  return [...found.values()].toSorted((one, other) => one.name.localeCompare(other.name))
}

function presentField({ name, label, type, options }: KnownField): KnownVariable {
  return { name, type: types[type] ?? 'text', about: label, options }
}

const types: Readonly<Record<string, VariableType>> = {
  number: 'number',
  currency: 'number',
  slider: 'number',
  rating: 'number',
  checkbox: 'flag',
  date: 'time',
  'date-time': 'time',
  time: 'time',
  'date-range': 'any',
  list: 'list',
  'multi-select': 'list',
  ranking: 'list',
  'check-list': 'list',
  tags: 'list',
  file: 'list',
  image: 'list',
  variables: 'any',
}

/** Properties that name a variable which is set. */
const naming: ReadonlySet<string> = new Set(
  [
    'resultVariable elementVariable indexVariable initiator errorCodeVariable errorMessageVariable errorVariableName',
    'escalationCodeVariable taskIdVariable completerVariable instanceIdVariable',
  ].flatMap((names) => names.split(' ')),
)

/** Elements of the vendors that set a variable, and by which of their attributes. */
const setting: Readonly<Record<string, readonly string[]>> = {
  OutputParameter: ['name'],
  AdapterOutput: ['name'],
  InputParameter: ['name'],
  Out: ['target'],
  FormField: ['id'],
  FormProperty: ['variable', 'id'],
}

function listSet(element: ModdleElement): string[] {
  const loop = readModdleElement(element, 'loopCharacteristics')
  const definitions = (element.get('eventDefinitions') as ModdleElement[] | undefined) ?? []
  const holders = [element, ...(loop === undefined ? [] : [loop]), ...definitions]
  const named = holders.flatMap((holder) =>
    listProperties(holder.$type).flatMap(({ property }) => {
      const { name, place } = property
      return naming.has(name) && place === 'extension'
        ? [readModdleAttribute(holder, { ...property, place }) ?? '']
        : []
    }),
  )
  const data = element.$type === 'bpmn:DataObjectReference' ? [String(element.get('name') ?? '')] : []
  const extensions = readModdleElement(element, 'extensionElements')
  const parts = extensions === undefined ? [] : listParts(extensions.get('values'))
  return [...named, ...data, ...parts].filter((name) => isName(name))
}

/** Two levels down stand the parameters of a mapping and the fields of a form. */
function listParts(values: unknown, depth = 2): string[] {
  if (!Array.isArray(values) || depth === 0) return []
  return (values as ModdleElement[]).flatMap((part) => {
    const attributes = setting[part.$type.replace(/^.*:/, '')] ?? []
    const own = attributes.map((name) => String(part.get(name) ?? '')).find((name) => name !== '')
    return [...(own === undefined ? [] : [own]), ...listParts(part.get('parts'), depth - 1)]
  })
}

function isName(text: string): boolean {
  return !isExpression(text) && /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text)
}
