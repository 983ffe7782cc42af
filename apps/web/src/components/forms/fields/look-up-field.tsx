import type { FieldProps } from '../field-props.ts'
import { NamedInput } from './named-input.tsx'

/** One or several rows of an external system, found by what people read of them. */
export function LookUpField(props: FieldProps) {
  return <NamedInput {...props} kind="look-up" />
}
