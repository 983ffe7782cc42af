import type { Form, FormField, ProcessModel } from '@millrace/bpmn'
import { semanticsOf } from '@millrace/engine'
import {
  type EngineForm,
  type FormFieldInput,
  type FormPropertyInput,
  fromFormData,
  fromFormProperties,
} from '@millrace/forms'

/** The origin of the form of a start event or user task. */
export type FormSource =
  | { readonly kind: 'none' }
  /** Fields in the model itself. */
  | { readonly kind: 'fields'; readonly form: EngineForm }
  /** A form document among the files of the deployment. */
  | { readonly kind: 'document'; readonly fileName: string }
  /**
   * The key of a form that came with the process, else one that means something elsewhere: `embedded:app:forms/x.html`.
   */
  | { readonly kind: 'unknown'; readonly key: string }

/** Returns the file name of the form of an application in a deployment, by its key; null for an invalid key. */
export function fileOfForm(key: string): string | null {
  return /^[\p{L}\p{M}\p{N}_-]+$/u.test(key) ? `${key}.form` : null
}

/** The beginning of form keys that name a form document of the same deployment. */
const documentPrefix = 'millrace:deployment:'

/**
 * Finds the source of a form.
 *
 * @param form as in the model.
 * @param formKey its evaluated key; null when it has none.
 */
export function findFormSource({
  id,
  model,
  form,
  formKey,
}: {
  id: string
  model: ProcessModel
  form: Form | null
  formKey: string | null
}): FormSource {
  if (form === null) return { kind: 'none' }
  if (formKey !== null && formKey !== '') {
    if (formKey.startsWith(documentPrefix)) return { kind: 'document', fileName: formKey.slice(documentPrefix.length) }
    return { kind: 'unknown', key: formKey }
  }
  if (form.ref !== null) return { kind: 'unknown', key: form.ref.key.text }
  return form.fields.length === 0 ? { kind: 'none' } : { kind: 'fields', form: readFields(id, model, form.fields) }
}

function readFields(id: string, model: ProcessModel, fields: readonly FormField[]): EngineForm {
  if (semanticsOf(model).formsAreProperties)
    return fromFormProperties(id, fields satisfies readonly FormPropertyInput[])
  return fromFormData(
    id,
    fields.map((field): FormFieldInput => ({ ...field, constraints: withOldConstraints(field) })),
  )
}

/** Old models of Camunda have `formProperty` elements, which say as attributes what `formData` says as constraints. */
function withOldConstraints({ constraints, isRequired, isWritable }: FormField): FormFieldInput['constraints'] {
  const has = (name: string) => constraints.some((constraint) => constraint.name === name)
  return [
    ...constraints,
    ...(isRequired && !has('required') ? [{ name: 'required', config: null }] : []),
    ...(!isWritable && !has('readonly') ? [{ name: 'readonly', config: null }] : []),
  ]
}
