import { TextInput } from '@mantine/core'
import { type FieldProps, presentEntry, presentWrapper, textOf } from '../field-props.ts'

/** One line of text. */
export function TextField(props: FieldProps) {
  return (
    <TextInput
      {...presentWrapper(props)}
      placeholder={textOf(props.field, 'placeholder')}
      value={presentEntry(props.entry)}
      onChange={(event) => props.onEntry(event.currentTarget.value)}
      onBlur={props.onLeave}
    />
  )
}
