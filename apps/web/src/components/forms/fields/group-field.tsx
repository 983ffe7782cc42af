import type { FieldProps } from '../field-props.ts'
import { NamedInput } from './named-input.tsx'

/** A field for a group of the workplace, searched by name. */
export function GroupField(props: FieldProps) {
  return <NamedInput {...props} kind="group" />
}
