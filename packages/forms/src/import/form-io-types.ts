import type { NodeType } from '../document/types.ts'
import { type Source, textOf } from './node-maker.ts'

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

/** Returns the type of our field for a component. */
export function typeOf(given: NodeType, source: Source): NodeType {
  if (given === 'text' && textOf(source.inputMask) !== undefined) return 'masked'
  if (given === 'textarea' && textOf(source.editor) !== undefined && source.editor !== 'ace') return 'rich-text'
  if (given === 'select' && source.multiple === true) return 'multi-select'
  if (given === 'date-time' && source.enableTime === false) return 'date'
  return given === 'date-time' && source.enableDate === false ? 'time' : given
}
