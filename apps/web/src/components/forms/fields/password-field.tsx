import { PasswordInput } from '@mantine/core'
import { type FieldProps, presentEntry, presentWrapper, textOf } from '../field-props.ts'
import { formTexts } from '../form-texts.ts'

/** A field for a password, hidden until the user shows it. */
export function PasswordField(props: FieldProps) {
  const label = textOf(props.field, 'label') ?? ''
  return (
    <PasswordInput
      {...presentWrapper(props)}
      placeholder={textOf(props.field, 'placeholder')}
      autoComplete="new-password"
      visibilityToggleButtonProps={{
        'aria-label': formTexts.showPassword(label),
        tabIndex: 0,
        'aria-hidden': undefined,
      }}
      value={presentEntry(props.entry)}
      onChange={(event) => props.onEntry(event.currentTarget.value)}
      onBlur={props.onLeave}
    />
  )
}
