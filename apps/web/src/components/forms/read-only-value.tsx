import { VisuallyHidden } from '@mantine/core'
import {
  type FileValue,
  getFieldDefinition,
  type NodeInstance,
  presentProblem,
  type RuntimeField,
} from '@millrace/forms'
import type { ReactNode } from 'react'
import { presentEntry, textOf } from './field-props.ts'
import { FileName } from './files/file-list.tsx'
import { formTexts } from './form-texts.ts'
import { inputId, useFormView } from './form-view-context.ts'
import { fieldOf } from './instance-data.ts'
import type { NodeSnapshot } from './node-snapshot.ts'
import classes from './read-only-value.module.css'

/** A value as data: its label small above it, no box. */
export function ReadOnlyValue({ instance, snapshot }: { instance: NodeInstance; snapshot: NodeSnapshot }) {
  const { formId, language } = useFormView()
  const field = fieldOf(instance)
  const [fault] = snapshot.faults
  return (
    <dl className={classes.pair}>
      <dt className={classes.label}>{textOf(field, 'label')}</dt>
      <dd className={classes.value}>
        <Value field={field} snapshot={snapshot} />
        {fault === undefined ? null : (
          <span id={`${inputId(formId, instance.id)}-error`} className={classes.fault}>
            {presentProblem(fault, language)}
          </span>
        )}
      </dd>
    </dl>
  )
}

function Value({ field, snapshot }: { field: RuntimeField; snapshot: NodeSnapshot }): ReactNode {
  const { store } = useFormView()
  const { value, entry } = snapshot
  if (field.type === 'file' && Array.isArray(value)) {
    return (value as readonly FileValue[]).map((file) => (
      <span key={file.id} className={classes.line}>
        <FileName fieldKey={field.key} file={file} />
      </span>
    ))
  }
  if (typeof value === 'boolean') return value ? formTexts.yes : formTexts.no
  // What the field cannot read is still what the process holds.
  const text =
    value === null ? presentEntry(entry) : getFieldDefinition(field.type).present(value, field.props, store.context)
  if (text !== '') return [text, textOf(field, 'unit')].filter((part) => part !== undefined).join(' ')
  return (
    <>
      <span aria-hidden>–</span>
      <VisuallyHidden>{formTexts.empty}</VisuallyHidden>
    </>
  )
}
