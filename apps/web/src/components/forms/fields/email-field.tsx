import type { FieldProps } from '../field-props.ts'
import { LineInput } from './line-input.tsx'

/** An email address, with the keyboard of phones for it. Browsers' own check is off: the form has one. */
export function EmailField(props: FieldProps) {
  return <LineInput props={props} type="email" autoComplete="email" />
}
