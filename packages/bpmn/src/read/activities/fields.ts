import type { XmlElement } from '@millrace/xml'
import type { Field } from '../../model.ts'
import { elementOf, elementsOf, textOf } from '../../vocabulary/read.ts'
import * as services from '../../vocabulary/themes/services.ts'
import type { ReadContext } from '../context.ts'
import { expressionText } from '../expression-text.ts'

/** Fields that a class or a built-in service gets: under `extensionElements`, or directly inside a listener. */
export function readFields(context: ReadContext, element: XmlElement): Field[] {
  const fields = [...elementsOf(element, services.service.field), ...elementsOf(element, services.fields.field)]
  return fields.flatMap((field) => readField(context, field))
}

function readField(context: ReadContext, field: XmlElement): Field[] {
  const name = textOf(field, services.field.name) ?? ''
  const string = textOf(field, services.field.stringValue) ?? elementOf(field, services.field.string)?.text
  if (string !== undefined) return [{ name, value: { language: 'literal', text: string } }]
  const expression =
    textOf(field, services.field.expression) ?? elementOf(field, services.field.expressionElement)?.text.trim()
  if (expression !== undefined) return [{ name, value: expressionText(context.dialect, expression) }]
  context.report(
    field,
    'bpmn.value-invalid',
    `Expected field “${name}” to have a string or an expression, but it has neither. Give it a value or remove it.`,
  )
  return []
}
