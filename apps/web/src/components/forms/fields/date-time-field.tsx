import { dayOfInstant, presentDay, propsOf } from '@millrace/forms'
import { type FieldProps, presentEntry, presentWrapper, textOf } from '../field-props.ts'
import { useFormView } from '../form-view-context.ts'
import { CalendarButton } from './calendar-button.tsx'
import classes from './field.module.css'
import { LineBox } from './line-box.tsx'

/** A field for a date and time, typed as DD/MM/YYYY hh:mm. The calendar changes only the date. */
export function DateTimeField(props: FieldProps) {
  const { store, language } = useFormView()
  const { min, max } = propsOf(props.field, 'date-time')
  const { timeZone, now } = store.context
  const dayOf = (instant: string) => dayOfInstant(instant, timeZone)
  const text = presentEntry(props.entry)
  return (
    <LineBox
      wrapper={presentWrapper(props)}
      placeholder={textOf(props.field, 'placeholder')}
      autoComplete="off"
      className={classes.tabular}
      value={text}
      onChange={(event) => props.onEntry(event.currentTarget.value)}
      onBlur={props.onLeave}
      sectionClass={classes.button}
      section={
        <CalendarButton
          fieldLabel={textOf(props.field, 'label') ?? ''}
          isDisabled={props.isDisabled}
          value={typeof props.value === 'string' ? dayOf(props.value) : null}
          today={dayOf(now.toISOString())}
          min={min === undefined ? undefined : dayOf(min)}
          max={max === undefined ? undefined : dayOf(max)}
          locale={language.locale}
          onChoose={(day) => props.onEntry(`${presentDay(day)} ${timeOf(text)}`)}
        />
      }
    />
  )
}

function timeOf(text: string): string {
  return /\d{1,2}:\d{2}(?::\d{2})?$/.exec(text.trim())?.[0] ?? ''
}
