import type { FieldProps } from '../field-props.ts'
import { NamedInput } from './named-input.tsx'

/** Somebody of the workplace, found by name. */
export function UserField(props: FieldProps) {
  return <NamedInput {...props} kind="user" />
}
