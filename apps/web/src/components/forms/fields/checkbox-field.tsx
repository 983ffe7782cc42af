import { Checkbox } from '@mantine/core'
import { type FieldProps, textOf } from '../field-props.ts'
import classes from './field.module.css'

/** A checkbox field. The label is beside the box, and so is the star of required fields. */
export function CheckboxField(props: FieldProps) {
  const { field, id, value, error, isRequired, isDisabled } = props
  return (
    <Checkbox
      id={id}
      size="xs"
      className={classes.checkbox ?? ''}
      label={
        <>
          {textOf(field, 'label')}
          {isRequired ? (
            <span aria-hidden className={classes.star}>
              {' '}
              *
            </span>
          ) : null}
        </>
      }
      description={error === undefined ? textOf(field, 'help') : undefined}
      error={error}
      aria-invalid={error === undefined ? undefined : true}
      required={isRequired}
      disabled={isDisabled}
      checked={value === true}
      onChange={(event) => props.onEntry(event.currentTarget.checked)}
      onBlur={props.onLeave}
    />
  )
}
