import { VisuallyHidden } from '@mantine/core'
import { type FieldProps, presentEntry, presentWrapper, textOf } from '../field-props.ts'
import classes from './field.module.css'
import { LineBox } from './line-box.tsx'

interface Props {
  readonly props: FieldProps
  readonly inputMode: 'numeric' | 'text'
  /** Is behind the number, and is read with the label. */
  readonly unit: string | undefined
}

/**
 * An input for a number as text. The form parses it, so that whole numbers of any size keep their digits, and a wrong
 * comma is an error and not dropped.
 */
export function AmountInput({ props, inputMode, unit }: Props) {
  const wrapper = presentWrapper(props)
  return (
    <LineBox
      wrapper={{ ...wrapper, label: unit === undefined ? wrapper.label : nameWith(unit, wrapper.label) }}
      placeholder={textOf(props.field, 'placeholder')}
      inputMode={inputMode}
      autoComplete="off"
      className={classes.tabular}
      section={unit === undefined ? undefined : <span aria-hidden>{unit}</span>}
      sectionClass={classes.unit}
      sectionWidth={unit === undefined ? undefined : `calc(${unit.length}ch + 20px)`}
      value={presentEntry(props.entry)}
      onChange={(event) => props.onEntry(event.currentTarget.value)}
      onBlur={props.onLeave}
    />
  )
}

function nameWith(unit: string, label: string | undefined) {
  return (
    <>
      {label}
      <VisuallyHidden>, {unit}</VisuallyHidden>
    </>
  )
}
