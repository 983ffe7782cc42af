import type { FieldProps } from '../field-props.ts'
import { NamedInput } from './named-input.tsx'

/** One or several rows of a data list, found by what people read of them. */
export function DataListField(props: FieldProps) {
  return <NamedInput {...props} kind="data-list" />
}
