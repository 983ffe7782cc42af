import {
  type Change,
  listModdleChildren,
  type ModdleElement,
  planChange,
  type WriteOptions,
} from '@millrace/bpmn/moddle'
import { isElementPlace, type PanelRow } from './list-rows.ts'

/** Lists the elements in a row of parts. */
export function listParts(element: ModdleElement, { property }: PanelRow): ModdleElement[] {
  return isElementPlace(property) ? listModdleChildren(element, property) : []
}

/** Plans the change that adds an empty part after the others. */
export function planPart(element: ModdleElement, row: PanelRow, options: WriteOptions): Change[] {
  const { name, place } = row.property
  const prefix = place === 'child' ? 'bpmn' : (options.dialect ?? 'millrace')
  const made = options.create(`${prefix}:${name.charAt(0).toUpperCase()}${name.slice(1)}`, {})
  return planParts(element, row, [...listParts(element, row), made], options)
}

export function planParts(
  element: ModdleElement,
  { property }: PanelRow,
  parts: readonly ModdleElement[],
  options: WriteOptions,
): Change[] {
  // Moddle holds what may stand once by itself, and the rest in lists.
  const isOne = property.place === 'child' && property.value === 'element' && !lists.has(property.name)
  return planChange(element, property, isOne ? (parts[0] ?? null) : parts, options)
}

/** Of BPMN, at elements of the vendors. */
const lists: ReadonlySet<string> = new Set(['timerEventDefinition'])

/** Elements of the vendors whose text is a value. */
const withBody: ReadonlySet<string> = new Set([
  'InputParameter',
  'OutputParameter',
  'Entry',
  'Script',
  'Expression',
  'Value',
  'Collection',
])

export function hasBody(element: ModdleElement): boolean {
  const [prefix, name = ''] = element.$type.split(':')
  if (prefix === 'bpmn') return false
  return withBody.has(name) || String(element.get('body') ?? '').trim() !== ''
}
