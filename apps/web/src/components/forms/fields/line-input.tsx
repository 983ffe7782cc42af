import { TextInput, type TextInputProps } from '@mantine/core'
import { type FieldProps, presentEntry, presentWrapper, textOf } from '../field-props.ts'

interface Props extends Pick<TextInputProps, 'type' | 'inputMode' | 'autoComplete' | 'placeholder' | 'classNames'> {
  readonly props: FieldProps
  /** What stands in the input after somebody typed this; the same when not given. */
  format?(text: string): string
}

/** One line that is typed. */
export function LineInput({ props, format = (text) => text, ...input }: Props) {
  return (
    <TextInput
      {...presentWrapper(props)}
      placeholder={textOf(props.field, 'placeholder')}
      {...input}
      value={presentEntry(props.entry)}
      onChange={(event) => props.onEntry(format(event.currentTarget.value))}
      onBlur={props.onLeave}
    />
  )
}
