import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.css'
import { useEffect, useRef, useState } from 'react'
import { formTexts } from '../form-texts.ts'
import classes from './day-picker.module.css'

export interface DayPickerProps {
  /** `YYYY-MM-DD`. */
  readonly value: string | null
  /** Shown at first when there is no value. */
  readonly today: string
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly locale: string
  onChoose(day: string): void
}

/**
 * A calendar in which users choose a day. Its code is loaded when it is first opened, because it is larger than all
 * fields together.
 */
export default function DayPicker({ value, today, min, max, locale, onChoose }: DayPickerProps) {
  const calendar = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState({})
  // Another month or level replaces the focused button. The focus stays in the popover, which Escape closes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of what is shown
  useEffect(() => {
    if (document.activeElement === document.body) calendar.current?.closest<HTMLElement>('[tabindex]')?.focus()
  }, [shown])
  return (
    <DatePicker
      ref={calendar}
      size="sm"
      hideOutsideDates
      highlightToday
      ariaLabels={formTexts.calendarControls}
      classNames={{ day: classes.day ?? '' }}
      locale={locale}
      value={value}
      defaultDate={value ?? today}
      minDate={min}
      maxDate={max}
      onDateChange={() => setShown({})}
      onLevelChange={() => setShown({})}
      onChange={(day) => {
        if (day !== null) onChoose(day)
      }}
    />
  )
}
