import {
  extension,
  extensionOrPlain,
  findExtension,
  findVendorChild,
  listExtensions,
  listVendorChildren,
} from '../dialects/extensions.ts'
import { isCamundaLike } from '../dialects/index.ts'
import type { Form, FormField } from '../model.ts'
import { attribute, readBoolean, type XmlElement } from '../xml/element.ts'
import type { ReadContext } from './context.ts'
import { filledExpression, optionalExpression } from './expression-text.ts'
import { readPropertyList } from './properties.ts'

/** The form of a user task or start event, null when it has none. */
export function readForm(context: ReadContext, element: XmlElement): Form | null {
  const key = filledExpression(context, extension(element, 'formKey'))
  const ref = readFormRef(context, element)
  const data = findExtension(element, 'formData')
  const generated =
    data === null ? [] : listVendorChildren(data, 'formField').map((field) => readFormField(context, field))
  const properties = listExtensions(element, 'formProperty').map((property) => readFormProperty(context, property))
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
    businessKeyField: data === null ? null : attribute(data, 'businessKey'),
  }
}

const formBindings = ['latest', 'deployment', 'version']

function readFormRef(context: ReadContext, element: XmlElement): Form['ref'] {
  const key = filledExpression(context, extension(element, 'formRef'))
  if (key === null) return null
  const binding = extension(element, 'formRefBinding') ?? ''
  if (!formBindings.includes(binding)) {
    context.report(
      element,
      'activity.form',
      `Expected formRefBinding to be one of ${formBindings.join(', ')}, but ${binding === '' ? 'it is missing' : `found “${binding}”`}.`,
    )
  }
  return { key, binding: binding || 'latest', version: filledExpression(context, extension(element, 'formRefVersion')) }
}

/** A field of Camunda's `formData`. */
function readFormField(context: ReadContext, field: XmlElement): FormField {
  const validation = findVendorChild(field, 'validation')
  const constraints = (validation === null ? [] : listVendorChildren(validation, 'constraint')).map((constraint) => ({
    name: attribute(constraint, 'name') ?? '',
    config: attribute(constraint, 'config'),
  }))
  const isSet = (name: string) => constraints.some((one) => one.name === name && one.config !== 'false')
  const properties = findVendorChild(field, 'properties')
  return {
    id: readFieldId(context, field),
    label: attribute(field, 'label'),
    type: readFieldType(context, field),
    datePattern: attribute(field, 'datePattern'),
    options: readOptions(field),
    defaultValue: optionalExpression(context, attribute(field, 'defaultValue')),
    variable: null,
    expression: null,
    isReadable: true,
    isWritable: !isSet('readonly'),
    isRequired: isSet('required'),
    constraints,
    properties: properties === null ? {} : readPropertyList(properties),
  }
}

/** A `formProperty` of Flowable, Activiti and old Camunda models. */
function readFormProperty(context: ReadContext, property: XmlElement): FormField {
  return {
    id: readFieldId(context, property),
    label: extensionOrPlain(property, 'name'),
    type: extensionOrPlain(property, 'type') ?? 'string',
    datePattern: extensionOrPlain(property, 'datePattern'),
    options: readOptions(property),
    defaultValue: optionalExpression(context, extensionOrPlain(property, 'default')),
    variable: extensionOrPlain(property, 'variable'),
    expression: optionalExpression(context, extensionOrPlain(property, 'expression')),
    isReadable: readBoolean(extensionOrPlain(property, 'readable'), true),
    isWritable: readBoolean(extensionOrPlain(property, 'writable') ?? extensionOrPlain(property, 'writeable'), true),
    isRequired: readBoolean(extensionOrPlain(property, 'required'), false),
    constraints: [],
    properties: {},
  }
}

function readFieldId(context: ReadContext, field: XmlElement): string {
  const id = extensionOrPlain(field, 'id')
  if (id === null || id === '') {
    context.report(field, 'bpmn.id-missing', 'Expected each form field to have an id, but one has none. Add it.')
  }
  return id ?? ''
}

function readFieldType(context: ReadContext, field: XmlElement): string {
  const type = attribute(field, 'type')
  if (type === null && isCamundaLike(context.dialect)) {
    const id = attribute(field, 'id') ?? ''
    context.report(field, 'activity.form', `Expected the form field “${id}” to have a type, but it has none. Add it.`)
  }
  return type ?? 'string'
}

function readOptions(field: XmlElement): FormField['options'] {
  return listVendorChildren(field, 'value').map((value) => {
    const id = extensionOrPlain(value, 'id') ?? ''
    return { id, name: extensionOrPlain(value, 'name') ?? id }
  })
}
