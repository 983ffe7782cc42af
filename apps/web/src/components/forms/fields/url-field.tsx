import type { FieldProps } from '../field-props.ts'
import { LineInput } from './line-input.tsx'

/** An address of the web. */
export function UrlField(props: FieldProps) {
  return <LineInput props={props} type="url" autoComplete="url" />
}
