import type { FormField } from '@millrace/bpmn'
import { BinaryAnswer } from '../http/call.ts'

/**
 * Renders the fields of a generated form as the HTML that Camunda creates for them, for task lists that show it
 * unchanged.
 */
export function renderForm(fields: readonly FormField[], shownBy: (field: FormField) => unknown): BinaryAnswer {
  const groups = fields.map((field) => renderGroup(field, shownBy(field))).join('')
  const html = `<form name="generatedForm" role="form">${groups}\n</form>`
  return new BinaryAnswer(Buffer.from(html), 'application/xhtml+xml', null)
}

function renderGroup(field: FormField, value: unknown): string {
  const label =
    field.label === null || field.label === ''
      ? ''
      : `\n    <label for="${encode(field.id)}">${encode(field.label)}</label>`
  const control = field.type === 'enum' ? renderSelect(field, value) : renderInput(field, value)
  return `\n  <div class="form-group">${label}\n    ${control}\n  </div>`
}

function renderInput(field: FormField, value: unknown): string {
  const isFlag = field.type === 'boolean'
  const shown = value === null || value === undefined ? [] : [['value', String(value)] as const]
  const ticked = isFlag && value === true ? [['checked', 'checked'] as const] : []
  const picker = field.type === 'date' ? [['uib-datepicker-popup', field.datePattern ?? 'dd/MM/yyyy'] as const] : []
  const type = isFlag ? 'checkbox' : 'text'
  return `<input${attributes([...commonAttributes(field), ...picker, ['type', type], ...shown, ...ticked])} />`
}

function renderSelect(field: FormField, value: unknown): string {
  const options = field.options.map(({ id, name }) => {
    const selected = value === id ? [['selected', 'selected'] as const] : []
    return `\n      <option${attributes([['value', id], ...selected])}>${encode(name)}</option>`
  })
  return `<select${attributes(commonAttributes(field))}>${options.join('')}\n    </select>`
}

type Attribute = readonly [name: string, value: string]

/** Days and choices are texts to a form of Camunda. */
function commonAttributes({ id, type, constraints, isRequired, isWritable }: FormField): Attribute[] {
  const variable = type === 'enum' || type === 'date' ? 'string' : type
  const has = (name: string) => constraints.some((one) => one.name === name)
  return [
    ['class', 'form-control'],
    ['name', id],
    ['cam-variable-type', `${variable.slice(0, 1).toUpperCase()}${variable.slice(1)}`],
    ['cam-variable-name', id],
    ...constraints.filter(({ name }) => isName(name)).map(({ name, config }): Attribute => [name, config ?? name]),
    ...(isRequired && !has('required') ? [['required', 'required'] as const] : []),
    ...(!isWritable && !has('readonly') ? [['readonly', 'readonly'] as const] : []),
  ]
}

/** A constraint becomes an attribute only where Camunda knows it: a model could name one that is a script. */
function isName(name: string): boolean {
  return ['required', 'minlength', 'maxlength', 'min', 'max', 'readonly'].includes(name)
}

function attributes(all: readonly Attribute[]): string {
  return all.map(([name, value]) => ` ${name}="${encode(value)}"`).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function encode(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
