import type { FieldProps } from '../field-props.ts'
import { LineInput } from './line-input.tsx'

/** A field for a web address. */
export function UrlField(props: FieldProps) {
  return <LineInput props={props} type="url" autoComplete="url" />
}
