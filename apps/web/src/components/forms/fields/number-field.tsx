import { TextInput, VisuallyHidden } from '@mantine/core'
import { propsOf } from '@millrace/forms'
import { type FieldProps, presentEntry, presentWrapper, textOf } from '../field-props.ts'
import classes from './field.module.css'

/**
 * A number, typed as text: the form reads it, so that whole numbers of any size keep their digits and a wrong comma is
 * told rather than dropped.
 */
export function NumberField(props: FieldProps) {
  const { integer, min } = propsOf(props.field, 'number')
  const wrapper = presentWrapper(props)
  const unit = textOf(props.field, 'unit')
  return (
    <TextInput
      {...wrapper}
      label={
        unit === undefined ? (
          wrapper.label
        ) : (
          <>
            {wrapper.label}
            <VisuallyHidden>, {unit}</VisuallyHidden>
          </>
        )
      }
      placeholder={textOf(props.field, 'placeholder')}
      // Keyboards of phones for whole numbers have no minus sign.
      inputMode={integer === true && Number(min ?? -1) >= 0 ? 'numeric' : 'text'}
      autoComplete="off"
      rightSection={unit === undefined ? undefined : <span aria-hidden>{unit}</span>}
      rightSectionWidth={unit === undefined ? undefined : `calc(${unit.length}ch + 20px)`}
      classNames={{ input: classes.tabular ?? '', section: classes.unit ?? '' }}
      value={presentEntry(props.entry)}
      onChange={(event) => props.onEntry(event.currentTarget.value)}
      onBlur={props.onLeave}
    />
  )
}
