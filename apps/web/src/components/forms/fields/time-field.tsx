import { type FieldProps, textOf } from '../field-props.ts'
import { formTexts } from '../form-texts.ts'
import classes from './field.module.css'
import { LineInput } from './line-input.tsx'

/** A field for a time of day, typed as hh:mm. */
export function TimeField(props: FieldProps) {
  return (
    <LineInput
      props={props}
      autoComplete="off"
      placeholder={textOf(props.field, 'placeholder') ?? formTexts.timePattern}
      className={classes.tabular}
    />
  )
}
