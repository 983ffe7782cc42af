import type { FieldProps } from '../field-props.ts'
import { NamedInput } from './named-input.tsx'

/** A field for a role, searched by name. */
export function RoleField(props: FieldProps) {
  return <NamedInput {...props} kind="role" />
}
