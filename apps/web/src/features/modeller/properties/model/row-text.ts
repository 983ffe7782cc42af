import {
  type Change,
  listModdleChildren,
  type ModdleElement,
  planChange,
  readModdleAttribute,
  type WriteOptions,
} from '@millrace/bpmn/moddle'
import { isAttributePlace, isElementPlace, type PanelRow } from './list-rows.ts'

/** Returns the text of a row; empty where nothing is set. */
export function readText(element: ModdleElement, { property, kind }: PanelRow): string {
  if (kind === 'code') return String(element.get('script') ?? '')
  if (isElementPlace(property)) {
    const [child] = listModdleChildren(element, property)
    return child === undefined ? '' : String(child.get(bodyOf(kind)) ?? '').trim()
  }
  return isAttributePlace(property) ? (readModdleAttribute(element, property) ?? '') : ''
}

/** Plans the change that sets the text of a row; an empty text removes the property. */
export function planText(element: ModdleElement, row: PanelRow, text: string, options: WriteOptions): Change[] {
  const { property, kind } = row
  const value = text === '' ? null : text
  if (kind === 'code') return [{ element, properties: { script: value ?? undefined } }]
  if (kind === 'integer' && property.place === 'attribute')
    return planChange(element, property, value === null ? null : Number(value), options)
  if (!isElementPlace(property)) return planChange(element, property, value, options)
  const [child] = listModdleChildren(element, property)
  // Its language and whatever else is said of it stay.
  if (child !== undefined && value !== null) return [{ element: child, properties: { [bodyOf(kind)]: value } }]
  if (kind === 'formal') {
    const made = value === null ? null : options.create('bpmn:FormalExpression', { body: value })
    return planChange(element, property, made, options)
  }
  if (kind === 'documentation') {
    const made = value === null ? null : [options.create('bpmn:Documentation', { text: value })]
    return planChange(element, property, made, options)
  }
  return planChange(element, property, value, options)
}

function bodyOf(kind: PanelRow['kind']): string {
  return kind === 'documentation' ? 'text' : 'body'
}
