import { propsOf } from '@millrace/forms'
import { type FieldProps, textOf } from '../field-props.ts'
import { AmountInput } from './amount-input.tsx'

/** A field for a number, with its unit. */
export function NumberField(props: FieldProps) {
  const { integer, min } = propsOf(props.field, 'number')
  // Keyboards of phones for whole numbers have no minus sign.
  const inputMode = integer === true && Number(min ?? -1) >= 0 ? 'numeric' : 'text'
  return <AmountInput props={props} inputMode={inputMode} unit={textOf(props.field, 'unit')} />
}
