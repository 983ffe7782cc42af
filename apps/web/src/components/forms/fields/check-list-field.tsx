import { Checkbox } from '@mantine/core'
import { type FieldProps, presentWrapper } from '../field-props.ts'
import classes from './field.module.css'
import { MultiSelectField } from './multi-select-field.tsx'
import { maxDrawn } from './select-field.tsx'

/**
 * A field of checkboxes for any number of options, side by side. With more than 100 options it is a list with a search.
 */
export function CheckListField(props: FieldProps) {
  if (props.options.length > maxDrawn) return <MultiSelectField {...props} />
  return <Boxes {...props} />
}

function Boxes(props: FieldProps) {
  const { required, disabled, ...wrapper } = presentWrapper(props)
  return (
    <Checkbox.Group
      {...wrapper}
      withAsterisk={required}
      value={Array.isArray(props.value) ? (props.value as string[]) : []}
      onChange={(chosen) => props.onEntry(chosen)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) props.onLeave()
      }}
    >
      <div className={classes.choices} data-choices>
        {props.options.map(({ value, label }) => (
          <Checkbox
            key={value}
            size="xs"
            value={value}
            label={label}
            disabled={disabled}
            aria-invalid={props.error === undefined ? undefined : true}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}
