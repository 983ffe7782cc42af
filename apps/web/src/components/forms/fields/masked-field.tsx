import { applyMask, propsOf } from '@millrace/forms'
import { type FieldProps, presentEntry } from '../field-props.ts'
import classes from './field.module.css'
import { LineInput } from './line-input.tsx'

/** A text field with a mask: literal characters are inserted while users type. */
export function MaskedField(props: FieldProps) {
  const { mask = '' } = propsOf(props.field, 'masked')
  const before = presentEntry(props.entry)
  return (
    <LineInput
      props={props}
      autoComplete="off"
      className={classes.tabular}
      // Nothing is put in while somebody takes signs away, and what does not fit stays to be seen.
      format={(text) => {
        const fitting = applyMask(mask, text)
        return text.length > before.length && fitting.length >= text.length ? fitting : text
      }}
    />
  )
}
