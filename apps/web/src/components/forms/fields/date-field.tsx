import { dayOfInstant, presentDay, propsOf } from '@millrace/forms'
import { type FieldProps, presentEntry, presentWrapper, textOf } from '../field-props.ts'
import { useFormView } from '../form-view-context.ts'
import { CalendarButton } from './calendar-button.tsx'
import classes from './field.module.css'
import { LineBox } from './line-box.tsx'

/** A field for a date, typed as DD/MM/YYYY or chosen from a calendar. */
export function DateField(props: FieldProps) {
  const { store, language } = useFormView()
  const { min, max } = propsOf(props.field, 'date')
  const { timeZone, dayZone = timeZone, now } = store.context
  return (
    <LineBox
      wrapper={presentWrapper(props)}
      placeholder={textOf(props.field, 'placeholder')}
      autoComplete="off"
      className={classes.tabular}
      value={presentEntry(props.entry)}
      onChange={(event) => props.onEntry(event.currentTarget.value)}
      onBlur={props.onLeave}
      sectionClass={classes.button}
      section={
        <CalendarButton
          fieldLabel={textOf(props.field, 'label') ?? ''}
          isDisabled={props.isDisabled}
          value={typeof props.value === 'string' ? props.value : null}
          today={dayOfInstant(now.toISOString(), dayZone)}
          min={min}
          max={max}
          locale={language.locale}
          onChoose={(day) => props.onEntry(presentDay(day))}
        />
      }
    />
  )
}
