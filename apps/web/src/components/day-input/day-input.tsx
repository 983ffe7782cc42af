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
  // With the value that it is shown instead of: another value from outside replaces it.
  const [invalid, setInvalid] = useState<{ readonly text: string; readonly instead: string } | null>(null)
  if (invalid !== null && invalid.instead !== value) setInvalid(null)
  return (
    <DateInput
      size="xs"
      {...(className === undefined ? { w: 136 } : { className })}
      label={label}
      isLabelHidden
      precision="day"
      value={invalid?.text ?? value}
      onChange={(next) => {
        const isValid = isDateValue(next, 'day')
        setInvalid(isValid ? null : { text: next, instead: value })
        if (isValid && next !== value) onChange(next)
      }}
    />
  )
}
