import type { FieldProps } from '../field-props.ts'
import { LineInput } from './line-input.tsx'

/**
 * A field for an email address, with the email keyboard on phones. The check of the browser is off, because the form
 * has its own.
 */
export function EmailField(props: FieldProps) {
  return <LineInput props={props} type="email" autoComplete="email" />
}
