import { VisuallyHidden } from '@mantine/core'
import { getFieldDefinition, type NodeInstance, presentProblem, type RuntimeField } from '@millrace/forms'
import type { ReactNode } from 'react'
import { presentEntry, textOf } from './field-props.ts'
import { formTexts } from './form-texts.ts'
import { inputId, useFormView } from './form-view-context.ts'
import { fieldOf } from './instance-data.ts'
import type { NodeSnapshot } from './node-snapshot.ts'
import classes from './read-only-value.module.css'
import { valueComponents } from './value-registry.tsx'

/** A value as text, with its label in small type above it and without an input. */
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
  const Shown = valueComponents[field.type]
  if (value !== null && Shown !== undefined) return <Shown field={field} value={value} />
  // What the field cannot read is still what the process holds.
  const text =
    value === null ? presentEntry(entry) : getFieldDefinition(field.type).present(value, field.props, store.context)
  if (text !== '')
    return [text, textOf(field, 'unit') ?? currencyOf(field)].filter((part) => part !== undefined).join(' ')
  return (
    <>
      <span aria-hidden>–</span>
      <VisuallyHidden>{formTexts.empty}</VisuallyHidden>
    </>
  )
}

function currencyOf({ props }: RuntimeField): string | undefined {
  return typeof props.currency === 'string' ? props.currency : undefined
}
