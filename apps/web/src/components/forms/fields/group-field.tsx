import type { FieldProps } from '../field-props.ts'
import { NamedInput } from './named-input.tsx'

/** A group of the workplace, found by name. */
export function GroupField(props: FieldProps) {
  return <NamedInput {...props} kind="group" />
}
