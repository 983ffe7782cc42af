import { Radio } from '@mantine/core'
import { type FieldProps, presentWrapper } from '../field-props.ts'
import classes from './field.module.css'

/** A field of radio buttons, side by side. Arrow keys choose, Tab leaves. */
export function RadioField(props: FieldProps) {
  const { required, disabled, ...wrapper } = presentWrapper(props)
  const { options } = props
  return (
    <Radio.Group
      {...wrapper}
      withAsterisk={required}
      name={props.id}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={props.onEntry}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) props.onLeave()
      }}
    >
      <div className={classes.choices} data-choices>
        {options.map(({ value, label }) => (
          <Radio
            key={value}
            size="xs"
            value={value}
            label={label}
            required={required}
            disabled={disabled}
            aria-invalid={props.error === undefined ? undefined : true}
          />
        ))}
      </div>
    </Radio.Group>
  )
}
