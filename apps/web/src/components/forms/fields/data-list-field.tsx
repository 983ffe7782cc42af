import type { FieldProps } from '../field-props.ts'
import { NamedInput } from './named-input.tsx'

/** A field for one or several rows of a data list, searched by their labels. */
export function DataListField(props: FieldProps) {
  return <NamedInput {...props} kind="data-list" />
}
