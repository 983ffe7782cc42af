import type { FieldProps } from '../field-props.ts'
import { LineInput } from './line-input.tsx'

/** A single-line text field. */
export function TextField(props: FieldProps) {
  return <LineInput props={props} />
}
