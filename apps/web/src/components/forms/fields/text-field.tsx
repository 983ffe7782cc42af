import type { FieldProps } from '../field-props.ts'
import { LineInput } from './line-input.tsx'

/** One line of text. */
export function TextField(props: FieldProps) {
  return <LineInput props={props} />
}
