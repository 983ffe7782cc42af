import IconPlus from 'icon:plus'
import { Button, VisuallyHidden } from '@mantine/core'
import { isWritable, type NodeInstance, presentProblem } from '@millrace/forms'
import type { ReactNode } from 'react'
import { formTexts } from '../form-texts.ts'
import { inputId, useFormView } from '../form-view-context.ts'
import { listOf } from '../instance-data.ts'
import { useSnapshot } from '../use-node.ts'
import classes from './lists.module.css'
import type { RowChanges } from './use-rows.ts'

interface Props {
  readonly instance: NodeInstance
  readonly changes: RowChanges
  readonly children: ReactNode
}

/** The parts that all lists have around their rows: label, help, errors, and the button that adds a row. */
export function ListFrame({ instance, changes, children }: Props) {
  const { formId, language, isReadOnly } = useFormView()
  const { faults, state, rows } = useSnapshot(instance)
  const { label, help, addLabel } = listOf(instance).props
  const id = inputId(formId, instance.id)
  const [fault] = faults
  const isRequired = state.required && !isReadOnly && isWritable(instance)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and a legend
    <div
      role="group"
      id={id}
      className={classes.list}
      aria-labelledby={`${id}-label`}
      aria-describedby={fault === undefined ? undefined : `${id}-error`}
      tabIndex={-1}
    >
      <div id={`${id}-label`} className={classes.label}>
        {label}
        {isRequired ? <RequiredStar /> : null}
      </div>
      {typeof help === 'string' && fault === undefined ? <p className={classes.help}>{help}</p> : null}
      {rows.length === 0 ? <p className={classes.empty}>{formTexts.noRows}</p> : children}
      {changes.canAdd ? (
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
            id={`${id}-add`}
            aria-label={`${addLabel ?? formTexts.addRow}: ${label}`}
            disabled={changes.isFull}
            onClick={() => void changes.add()}
          >
            {addLabel ?? formTexts.addRow}
          </Button>
        </div>
      ) : null}
      {fault === undefined ? null : (
        <p id={`${id}-error`} className={classes.fault}>
          {presentProblem(fault, language)}
        </p>
      )}
      <VisuallyHidden role="status">{changes.said}</VisuallyHidden>
    </div>
  )
}

/** The star of required fields, hidden from screen readers because inputs report it themselves. */
export function RequiredStar() {
  return (
    <span aria-hidden className={classes.star}>
      {' '}
      *
    </span>
  )
}
