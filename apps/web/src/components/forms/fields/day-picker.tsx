import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.css'
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
  return (
    <DatePicker
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
      onChange={(day) => {
        if (day !== null) onChoose(day)
      }}
    />
  )
}
