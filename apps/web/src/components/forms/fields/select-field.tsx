import { Select } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type FieldProps, presentWrapper, textOf } from '../field-props.ts'
import { formTexts } from '../form-texts.ts'
import { filterOptions } from './filter-options.ts'
import { useDropDown } from './use-drop-down.ts'

/** The number of options that a list shows at a time. Typing finds the others. */
export const maxDrawn = 100

/** From this many options on, typing finds them even where a keyboard has to come up for it. */
const searchableFrom = 8

/** A field with a drop-down list. */
export function SelectField(props: FieldProps) {
  const dropDown = useDropDown()
  const { options } = props
  const hasMouse = useMediaQuery('(pointer: fine)', undefined, { getInitialValueInEffect: false })
  return (
    <Select
      {...presentWrapper(props)}
      placeholder={textOf(props.field, 'placeholder')}
      data={options.map(({ value, label }) => ({ value, label }))}
      value={typeof props.value === 'string' ? props.value : null}
      onChange={props.onEntry}
      onBlur={props.onLeave}
      searchable={hasMouse || options.length >= searchableFrom}
      filter={filterOptions}
      limit={maxDrawn}
      nothingFoundMessage={formTexts.nothingFound}
      clearable={!props.isRequired}
      // Mantine hides this button from the keyboard; without it an optional choice could not be taken back there.
      clearButtonProps={{
        'aria-label': formTexts.clear(textOf(props.field, 'label') ?? ''),
        'aria-hidden': undefined,
        tabIndex: 0,
        size: '24px',
      }}
      allowDeselect={false}
      {...dropDown}
    />
  )
}
