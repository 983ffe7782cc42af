import type { FieldProps } from '../field-props.ts'
import { NamedInput } from './named-input.tsx'

/** A field for one or several rows of an external system, searched by their labels. */
export function LookUpField(props: FieldProps) {
  return <NamedInput {...props} kind="look-up" />
}
