import { extensionOrPlain, findVendorChild, listExtensions, listVendorChildren } from '../dialects/extensions.ts'
import type { Field } from '../model.ts'
import { attribute, type XmlElement } from '../xml/element.ts'
import type { ReadContext } from './context.ts'
import { expressionText } from './expression-text.ts'

/** Fields that a class or a built-in service gets: under `extensionElements`, or directly inside a listener. */
export function readFields(context: ReadContext, element: XmlElement): Field[] {
  const fields = [...listExtensions(element, 'field'), ...listVendorChildren(element, 'field')]
  return fields.flatMap((field) => readField(context, field))
}

function readField(context: ReadContext, field: XmlElement): Field[] {
  const name = attribute(field, 'name') ?? ''
  const string = extensionOrPlain(field, 'stringValue') ?? findVendorChild(field, 'string')?.text
  if (string !== undefined) return [{ name, value: { language: 'literal', text: string } }]
  const expression = extensionOrPlain(field, 'expression') ?? findVendorChild(field, 'expression')?.text.trim()
  if (expression !== undefined) return [{ name, value: expressionText(context.dialect, expression) }]
  context.report(
    field,
    'bpmn.value-invalid',
    `Expected field “${name}” to have a string or an expression, but it has neither. Give it a value or remove it.`,
  )
  return []
}
