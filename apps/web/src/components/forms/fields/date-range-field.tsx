import { dayOfInstant, isPlainObject, presentDay, presentProblem, propsOf, readDay } from '@millrace/forms'
import { type FieldProps, presentEntry, textOf } from '../field-props.ts'
import { formTexts } from '../form-texts.ts'
import { useFormView } from '../form-view-context.ts'
import { CalendarButton } from './calendar-button.tsx'
import classes from './field.module.css'
import { GroupWrapper } from './group-wrapper.tsx'
import { LineBox } from './line-box.tsx'

/** A field for two dates, the first and the last day of a range, each typed or chosen from a calendar. */
export function DateRangeField(props: FieldProps) {
  const ofPart = props.faults.some(({ path }) => path !== undefined)
  return (
    <GroupWrapper props={props} className={classes.range} saysOwnFaults={ofPart}>
      {ends.map((end) => (
        <End key={end} props={props} end={end} isDisabled={props.isDisabled} isRequired={props.isRequired} />
      ))}
    </GroupWrapper>
  )
}

const ends = ['from', 'to'] as const

interface EndProps {
  readonly props: FieldProps
  readonly end: 'from' | 'to'
  readonly isDisabled: boolean
  readonly isRequired: boolean
}

function End({ props, end, isDisabled, isRequired }: EndProps) {
  const { store, language } = useFormView()
  const { min, max } = propsOf(props.field, 'date-range')
  const entry = isPlainObject(props.entry) ? props.entry : {}
  const text = presentEnd(entry[end])
  const fault = props.faults.find(({ path }) => path?.[0] === end)
  const { timeZone, dayZone = timeZone, now } = store.context
  const read = readDay(text)
  const change = (next: string) => {
    const both = { from: presentEnd(entry.from), to: presentEnd(entry.to), [end]: next }
    props.onEntry(both.from.trim() === '' && both.to.trim() === '' ? null : both)
  }
  return (
    <LineBox
      wrapper={{
        id: `${props.id}-${end}`,
        label: formTexts.rangeEnds[end],
        description: undefined,
        error: fault === undefined ? undefined : presentProblem(fault, language),
        required: isRequired,
        withAsterisk: false,
        disabled: isDisabled,
      }}
      aria-invalid={props.error === undefined ? undefined : true}
      autoComplete="off"
      className={classes.tabular}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      sectionClass={classes.button}
      section={
        <CalendarButton
          fieldLabel={`${textOf(props.field, 'label') ?? ''}, ${formTexts.rangeEnds[end]}`}
          isDisabled={isDisabled}
          value={read.ok ? read.value : null}
          today={dayOfInstant(now.toISOString(), dayZone)}
          min={min}
          max={max}
          locale={language.locale}
          onChoose={(day) => change(presentDay(day))}
        />
      }
    />
  )
}

/** Returns a day as it is typed, whether it was or came as data. */
function presentEnd(entry: unknown): string {
  const text = presentEntry(entry)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? presentDay(text) : text
}
