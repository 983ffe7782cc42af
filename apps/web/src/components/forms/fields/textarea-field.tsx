import { Textarea } from '@mantine/core'
import { propsOf } from '@millrace/forms'
import { type FieldProps, presentEntry, presentWrapper, textOf } from '../field-props.ts'

const usualRows = 3

/** A field for several lines of text, which the user can enlarge by its corner. */
export function TextareaField(props: FieldProps) {
  return (
    <Textarea
      {...presentWrapper(props)}
      placeholder={textOf(props.field, 'placeholder')}
      rows={propsOf(props.field, 'textarea').rows ?? usualRows}
      resize="vertical"
      value={presentEntry(props.entry)}
      onChange={(event) => props.onEntry(event.currentTarget.value)}
      onBlur={props.onLeave}
    />
  )
}
