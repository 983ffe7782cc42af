import {
  type Change,
  listModdleChildren,
  listProperties,
  type ModdleElement,
  planChange,
  type WriteOptions,
} from '@millrace/bpmn/moddle'
import { findAdapterCall } from '../service-kinds.ts'

/** The lists of a call, with the properties of their rows. */
export const callLists = {
  adapterInput: ['name', 'value'],
  adapterOutput: ['name', 'path', 'type'],
  adapterError: ['status', 'code', 'condition', 'errorCode'],
} as const

export type CallList = keyof typeof callLists
export type CallRow<List extends CallList> = Readonly<Record<(typeof callLists)[List][number], string>>

export interface AdapterCallDrawn {
  readonly key: string
  readonly inputs: readonly CallRow<'adapterInput'>[]
  readonly outputs: readonly CallRow<'adapterOutput'>[]
  readonly errors: readonly CallRow<'adapterError'>[]
}

/** Returns the call of an external system by a step; null for other steps. */
export function readAdapterCall(element: ModdleElement): AdapterCallDrawn | null {
  const call = findAdapterCall(element)
  if (call === undefined) return null
  return {
    key: textOf(call, 'key'),
    inputs: listCallRows(call, 'adapterInput'),
    outputs: listCallRows(call, 'adapterOutput'),
    errors: listCallRows(call, 'adapterError'),
  }
}

function listCallRows<List extends CallList>(call: ModdleElement, list: List): CallRow<List>[] {
  const names: readonly string[] = callLists[list]
  return listElements(call, list).map(
    (one) => Object.fromEntries(names.map((name) => [name, textOf(one, name)])) as CallRow<List>,
  )
}

/**
 * Changes the adapter of a call.
 *
 * @param parameters names of the parameters of the new adapter: other inputs are deleted. Null keeps all inputs, because
 * the adapter is not known or not chosen yet.
 */
export function planKey(
  element: ModdleElement,
  key: string,
  parameters: readonly string[] | null,
  options: Required<WriteOptions>,
): Change[] {
  const call = findAdapterCall(element)
  if (call === undefined) return []
  const change = { element: call, properties: { key } }
  if (parameters === null) return [change]
  const kept = listElements(call, 'adapterInput').filter((one) => parameters.includes(textOf(one, 'name')))
  return [change, ...planList(call, 'adapterInput', kept, options)]
}

/** Returns the changes that set the value of a parameter; an empty value removes it. */
export function planInput(
  element: ModdleElement,
  name: string,
  value: string,
  options: Required<WriteOptions>,
): Change[] {
  const call = findAdapterCall(element)
  if (call === undefined) return []
  const all = listElements(call, 'adapterInput')
  const found = all.find((one) => textOf(one, 'name') === name)
  if (value === '')
    return planList(
      call,
      'adapterInput',
      all.filter((one) => one !== found),
      options,
    )
  if (found !== undefined) return [{ element: found, properties: { value } }]
  return planList(call, 'adapterInput', [...all, options.create('millrace:AdapterInput', { name, value })], options)
}

/** Returns the changes that set a cell of a row. */
export function planCell<List extends 'adapterOutput' | 'adapterError'>(
  element: ModdleElement,
  { list, at, name, text }: { list: List; at: number; name: (typeof callLists)[List][number]; text: string },
): Change[] {
  const call = findAdapterCall(element)
  const row = call === undefined ? undefined : listElements(call, list)[at]
  return row === undefined ? [] : [{ element: row, properties: { [name]: text === '' ? undefined : text } }]
}

const made = { adapterOutput: 'millrace:AdapterOutput', adapterError: 'millrace:AdapterError' } as const

export function planAdded<List extends 'adapterOutput' | 'adapterError'>(
  element: ModdleElement,
  list: List,
  row: Partial<CallRow<List>>,
  options: Required<WriteOptions>,
): Change[] {
  const call = findAdapterCall(element)
  if (call === undefined) return []
  return planList(call, list, [...listElements(call, list), options.create(made[list], row)], options)
}

export function planRemoved(
  element: ModdleElement,
  list: 'adapterOutput' | 'adapterError',
  at: number,
  options: Required<WriteOptions>,
): Change[] {
  const call = findAdapterCall(element)
  return call === undefined ? [] : planList(call, list, listElements(call, list).toSpliced(at, 1), options)
}

function planList(
  call: ModdleElement,
  list: CallList,
  elements: readonly ModdleElement[],
  options: Required<WriteOptions>,
): Change[] {
  return planChange(call, propertyOf(call, list), elements, options)
}

function listElements(call: ModdleElement, list: CallList): ModdleElement[] {
  return listModdleChildren(call, propertyOf(call, list))
}

function propertyOf(call: ModdleElement, list: CallList) {
  const property = listProperties(call.$type).find(({ property: { name } }) => name === list)?.property
  if (property === undefined || property.place !== 'partElement')
    throw new Error(`Expected ${call.$type} to have ${list}, but it has not.`)
  return { ...property, place: property.place }
}

function textOf(element: ModdleElement, name: string): string {
  return String(element.get(name) ?? '')
}
