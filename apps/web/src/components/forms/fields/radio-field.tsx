import { Button, Radio } from '@mantine/core'
import { type FieldProps, presentWrapper, textOf } from '../field-props.ts'
import { formTexts } from '../form-texts.ts'
import classes from './field.module.css'
import { maxDrawn, SelectField } from './select-field.tsx'

/**
 * A field of radio buttons, side by side. Arrow keys choose, Tab leaves. An optional choice can be cleared. With more
 * than 100 options it is a list with a search.
 */
export function RadioField(props: FieldProps) {
  if (props.options.length > maxDrawn) return <SelectField {...props} />
  return <Radios {...props} />
}

function Radios(props: FieldProps) {
  const { required, disabled, ...wrapper } = presentWrapper(props)
  const { options } = props
  const isClearable = !props.isRequired && !props.isDisabled && typeof props.value === 'string'
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
        {isClearable ? (
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={formTexts.clear(textOf(props.field, 'label') ?? '')}
            onClick={(event) => {
              event.currentTarget.closest('[data-choices]')?.querySelector<HTMLElement>('input')?.focus()
              props.onEntry(null)
            }}
          >
            {formTexts.clearWord}
          </Button>
        ) : null}
      </div>
    </Radio.Group>
  )
}
