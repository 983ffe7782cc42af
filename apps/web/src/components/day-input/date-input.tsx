import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CalendarButton } from '../forms/fields/calendar-button.tsx'
import { toDay } from '../list/moments.ts'
import { isDateValue, type Precision, presentDateValue, readDateText, replaceDay } from './day-text.ts'

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'label' | 'aria-label' | 'rightSection'> {
  /** The label, also in the name of the calendar button. */
  readonly label: string
  /** Whether the label is only for screen readers. */
  readonly isLabelHidden?: boolean
  readonly precision: Precision
  /** `2026-11-21`, or `2026-11-21T16:00` in the time zone of the user; empty for none; or an invalid text. */
  readonly value: string
  /** Called with a valid value, an empty text, or the typed text if it is invalid: see `isDateValue`. */
  readonly onChange: (value: string) => void
}

/**
 * A field for a day, or for a day with a time. Users type DD/MM/YYYY in every browser, or choose a day from a calendar.
 * An invalid text stays in the field, which shows an error after users leave it or press Enter. An invalid initial
 * value shows no error until users change it.
 */
export function DateInput({ label, isLabelHidden = false, precision, value, error, onChange, ...input }: Props) {
  const { t } = useTranslation()
  // The text while users type, with its value: another value from outside replaces it.
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: string } | null>(null)
  // Has no error: users entered nothing.
  const [initial] = useState(value)
  const [hasLeft, setLeft] = useState(true)
  const isInvalid = !isDateValue(value, precision)
  const fault = t(precision === 'day' ? 'list.invalidDay' : 'list.invalidMinute')
  const isLocked = input.readOnly === true || input.disabled === true
  return (
    <TextInput
      placeholder={t(precision === 'day' ? 'list.dayPlaceholder' : 'list.minutePlaceholder')}
      {...input}
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      autoComplete="off"
      value={typed?.value === value ? typed.text : presentDateValue(value, precision)}
      error={isInvalid && hasLeft && value !== initial ? fault : error}
      onChange={(event) => {
        const text = event.currentTarget.value
        const next = readDateText(text, precision)
        setTyped({ text, value: next })
        setLeft(false)
        if (next !== value) onChange(next)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') setLeft(true)
      }}
      onBlur={() => {
        setLeft(true)
        setTyped(null)
      }}
      rightSection={
        isLocked ? null : (
          <CalendarButton
            fieldLabel={label}
            isDisabled={false}
            value={isInvalid || value === '' ? null : value.slice(0, 10)}
            today={toDay('today', new Date())}
            locale="en"
            onChoose={(day) => {
              setTyped(null)
              const next = replaceDay(value, day, precision)
              if (next !== value) onChange(next)
            }}
          />
        )
      }
    />
  )
}
