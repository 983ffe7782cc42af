import { useState } from 'react'
import { DateInput } from './date-input.tsx'
import { isDateValue } from './day-text.ts'

interface Props {
  /** The accessible name. */
  readonly label: string
  /** `YYYY-MM-DD`, empty for none. */
  readonly value: string
  /** Called with a valid day, or with an empty text. */
  readonly onChange: (day: string) => void
  /** The class of the field, instead of its own width. */
  readonly className?: string
}

/**
 * A small field for a day whose change has an immediate effect, such as a filter. An invalid text changes nothing; it
 * stays in the field, with an error.
 */
export function DayInput({ label, value, onChange, className }: Props) {
  const [invalid, setInvalid] = useState<string | null>(null)
  return (
    <DateInput
      size="xs"
      {...(className === undefined ? { w: 136 } : { className })}
      label={label}
      isLabelHidden
      precision="day"
      value={invalid ?? value}
      onChange={(next) => {
        const isValid = isDateValue(next, 'day')
        setInvalid(isValid ? null : next)
        if (isValid && next !== value) onChange(next)
      }}
    />
  )
}
