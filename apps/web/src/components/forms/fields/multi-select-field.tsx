import { MultiSelect } from '@mantine/core'
import { type FieldProps, presentWrapper, textOf } from '../field-props.ts'
import { formTexts } from '../form-texts.ts'
import { filterOptions } from './filter-options.ts'
import { maxDrawn } from './select-field.tsx'
import { useDropDown } from './use-drop-down.ts'

/** A field for several options of a list, with a search. */
export function MultiSelectField(props: FieldProps) {
  const dropDown = useDropDown()
  const chosen = Array.isArray(props.value) ? (props.value as string[]) : []
  return (
    <MultiSelect
      {...presentWrapper(props)}
      placeholder={chosen.length === 0 ? textOf(props.field, 'placeholder') : undefined}
      data={props.options.map(({ value, label }) => ({ value, label }))}
      value={chosen}
      onChange={(next) => props.onEntry(next)}
      onBlur={props.onLeave}
      searchable
      filter={filterOptions}
      limit={maxDrawn}
      hidePickedOptions={false}
      nothingFoundMessage={formTexts.nothingFound}
      {...dropDown}
    />
  )
}
