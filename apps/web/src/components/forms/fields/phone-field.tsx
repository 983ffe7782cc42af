import type { FieldProps } from '../field-props.ts'
import { LineInput } from './line-input.tsx'

/** A field for a telephone number. */
export function PhoneField(props: FieldProps) {
  return <LineInput props={props} type="tel" autoComplete="tel" />
}
