import { Input, Slider } from '@mantine/core'
import { propsOf, rangeOf } from '@millrace/forms'
import { type FieldProps, presentWrapper, textOf } from '../field-props.ts'
import { formTexts } from '../form-texts.ts'
import classes from './field.module.css'

/** A number field with a slider. It has no value until the user sets one. */
export function SliderField(props: FieldProps) {
  const { min, max, step } = rangeOf(propsOf(props.field, 'slider'))
  const { required, disabled, ...wrapper } = presentWrapper(props)
  const unit = textOf(props.field, 'unit')
  const label = textOf(props.field, 'label') ?? ''
  const isSet = typeof props.value === 'number'
  const present = (value: number) => [value, unit].filter((part) => part !== undefined).join(' ')
  return (
    <Input.Wrapper {...wrapper} withAsterisk={required} labelElement="div">
      <div className={classes.slider} data-empty={isSet ? undefined : true}>
        <Slider
          className={classes.track ?? ''}
          min={min}
          max={max}
          step={step}
          disabled={disabled}
          value={typeof props.value === 'number' ? props.value : min}
          onChange={(next) => props.onEntry(Number(next.toFixed(10)))}
          label={null}
          thumbLabel={label}
          thumbValueText={typeof props.value === 'number' ? present(props.value) : formTexts.notSet}
          thumbProps={{
            onBlur: props.onLeave,
            onKeyDown: (event) => {
              // At its end the thumb does not move, yet the key says that this end is meant.
              if (!isSet && ['ArrowLeft', 'ArrowDown', 'Home'].includes(event.key)) props.onEntry(min)
            },
          }}
        />
        <output className={classes.sliderValue}>
          {typeof props.value === 'number' ? present(props.value) : formTexts.notSet}
        </output>
      </div>
    </Input.Wrapper>
  )
}
