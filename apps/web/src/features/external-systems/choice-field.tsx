import { Select } from '@mantine/core'

interface Props<Value extends string> {
  readonly label: string
  readonly description?: string | undefined
  readonly values: readonly Value[]
  /** Returns the label of a value. */
  readonly nameOf: (value: Value) => string
  readonly value: Value
  readonly isLocked: boolean
  readonly onValue: (value: Value) => void
}

/** The field that chooses one of a few values. It always has a value. */
export function ChoiceField<const Value extends string>(props: Props<Value>) {
  const { label, description, values, nameOf, value, isLocked, onValue } = props
  return (
    <Select
      label={label}
      description={description}
      allowDeselect={false}
      disabled={isLocked}
      data={values.map((one) => ({ value: one, label: nameOf(one) }))}
      value={value}
      onChange={(chosen) => onValue(chosen ?? value)}
    />
  )
}
