import type { FieldProps } from '../field-props.ts'
import { NamedInput } from './named-input.tsx'

/** A field for a user of the workplace, searched by name. */
export function UserField(props: FieldProps) {
  return <NamedInput {...props} kind="user" />
}
