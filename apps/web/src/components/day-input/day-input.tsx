import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { presentDay } from '../../lib/dates.ts'
import { CalendarButton } from '../forms/fields/calendar-button.tsx'
import { readDay, toDay } from '../list/moments.ts'

interface Props {
  /** The accessible name. */
  readonly label: string
  /** `YYYY-MM-DD`, empty for none. */
  readonly value: string
  /** Called with a valid day, or with an empty text. */
  readonly onChange: (day: string) => void
}

/**
 * A small field for a day, typed as DD/MM/YYYY in every browser, with a calendar. A text that is no day changes
 * nothing; it stays, with an error.
 */
export function DayInput({ label, value, onChange }: Props) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  const [hasLeft, setLeft] = useState(false)
  const isInvalid = typed !== null && typed.trim() !== '' && readDay(typed) === null
  const choose = (day: string) => {
    if (day !== value) onChange(day)
  }
  return (
    <TextInput
      size="xs"
      w={136}
      aria-label={label}
      placeholder="DD/MM/YYYY"
      autoComplete="off"
      value={typed ?? (value === '' ? '' : presentDay(value))}
      error={isInvalid && hasLeft ? t('list.invalidDay') : undefined}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        setLeft(false)
        const day = text.trim() === '' ? '' : readDay(text)
        if (day !== null) choose(day)
      }}
      onBlur={() => {
        setLeft(true)
        if (!isInvalid) setTyped(null)
      }}
      rightSection={
        <CalendarButton
          fieldLabel={label}
          isDisabled={false}
          value={/^\d{4}-\d{2}-\d{2}$/.test(value) ? value : null}
          today={toDay('today', new Date())}
          locale="en"
          onChoose={(day) => {
            setTyped(null)
            choose(day)
          }}
        />
      }
    />
  )
}
