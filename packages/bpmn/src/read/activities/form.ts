import type { XmlElement } from '@millrace/xml'
import { rulesOf } from '../../dialects/index.ts'
import type { Form, FormField } from '../../model.ts'
import { elementOf, elementsOf, flagOf, textOf } from '../../vocabulary/read.ts'
import * as forms from '../../vocabulary/themes/forms.ts'
import type { ReadContext } from '../context.ts'
import { expressionOf, optionalExpression } from '../expression-text.ts'
import { readPropertyList } from '../process/properties.ts'

/** Returns the form of a user task or start event, null when it has none. */
export function readForm(context: ReadContext, element: XmlElement): Form | null {
  const key = expressionOf(context, element, forms.form.formKey)
  const ref = readFormRef(context, element)
  const data = elementOf(element, forms.form.formData)
  const generated =
    data === null ? [] : elementsOf(data, forms.formData.formField).map((field) => readFormField(context, field))
  const properties = elementsOf(element, forms.form.formProperty).map((property) => readFormProperty(context, property))
  if (key === null && ref === null && data === null && properties.length === 0) return null
  if (key !== null && ref !== null) {
    context.report(
      element,
      'activity.form',
      'Expected either formKey or formRef, but there are both. Remove one of them.',
    )
  }
  return {
    key,
    ref,
    fields: [...generated, ...properties],
    businessKeyField: data === null ? null : textOf(data, forms.formData.businessKey),
  }
}

function readFormRef(context: ReadContext, element: XmlElement): Form['ref'] {
  const key = expressionOf(context, element, forms.form.formRef)
  if (key === null) return null
  const { formRefBinding, formRefVersion } = forms.form
  const binding = textOf(element, formRefBinding) ?? ''
  if (!formRefBinding.options.includes(binding)) {
    context.report(
      element,
      'activity.form',
      `Expected formRefBinding to be one of ${formRefBinding.options.join(', ')}, but ${binding === '' ? 'it is missing' : `found “${binding}”`}.`,
    )
  }
  return { key, binding: binding || 'latest', version: expressionOf(context, element, formRefVersion) }
}

/** Returns a field of Camunda's `formData`. */
function readFormField(context: ReadContext, field: XmlElement): FormField {
  const validation = elementOf(field, forms.formField.validation)
  const constraints = (validation === null ? [] : elementsOf(validation, forms.validation.constraint)).map(
    (constraint) => ({
      name: textOf(constraint, forms.constraint.name) ?? '',
      config: textOf(constraint, forms.constraint.config),
    }),
  )
  const isSet = (name: string) => constraints.some((one) => one.name === name && one.config !== 'false')
  const properties = elementOf(field, forms.formField.properties)
  return {
    id: readFieldId(context, field),
    label: textOf(field, forms.formField.label),
    type: readFieldType(context, field),
    datePattern: textOf(field, forms.field.datePattern),
    options: readOptions(field),
    defaultValue: optionalExpression(context, textOf(field, forms.formField.defaultValue)),
    variable: null,
    expression: null,
    isReadable: true,
    isWritable: !isSet('readonly'),
    isRequired: isSet('required'),
    constraints,
    properties: properties === null ? {} : readPropertyList(properties),
  }
}

/** Returns a `formProperty` of Flowable, Activiti and old Camunda models. */
function readFormProperty(context: ReadContext, property: XmlElement): FormField {
  return {
    id: readFieldId(context, property),
    label: textOf(property, forms.formProperty.name),
    type: textOf(property, forms.field.type) ?? 'string',
    datePattern: textOf(property, forms.field.datePattern),
    options: readOptions(property),
    defaultValue: optionalExpression(context, textOf(property, forms.formProperty.default)),
    variable: textOf(property, forms.formProperty.variable),
    expression: optionalExpression(context, textOf(property, forms.formProperty.expression)),
    isReadable: flagOf(property, forms.formProperty.readable),
    isWritable: flagOf(property, forms.formProperty.writable, flagOf(property, forms.formProperty.writeable)),
    isRequired: flagOf(property, forms.formProperty.required),
    constraints: [],
    properties: {},
  }
}

function readFieldId(context: ReadContext, field: XmlElement): string {
  const id = textOf(field, forms.field.id)
  if (id === null || id === '') {
    context.report(field, 'bpmn.id-missing', 'Expected each form field to have an id, but one has none. Add it.')
  }
  return id ?? ''
}

function readFieldType(context: ReadContext, field: XmlElement): string {
  const type = textOf(field, forms.field.type)
  if (type === null && rulesOf(context).fieldsNeedTypes) {
    const id = textOf(field, forms.field.id) ?? ''
    context.report(field, 'activity.form', `Expected the form field “${id}” to have a type, but it has none. Add it.`)
  }
  return type ?? 'string'
}

function readOptions(field: XmlElement): FormField['options'] {
  return elementsOf(field, forms.field.value).map((value) => {
    const id = textOf(value, forms.option.id) ?? ''
    return { id, name: textOf(value, forms.option.name) ?? id }
  })
}
