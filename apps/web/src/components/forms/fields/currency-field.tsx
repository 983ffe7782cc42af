import { propsOf } from '@millrace/forms'
import type { FieldProps } from '../field-props.ts'
import { AmountInput } from './amount-input.tsx'

/** A field for an amount of money, with its currency. */
export function CurrencyField(props: FieldProps) {
  return <AmountInput props={props} inputMode="text" unit={propsOf(props.field, 'currency').currency} />
}
