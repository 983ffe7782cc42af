import { TagsInput } from '@mantine/core'
import { propsOf } from '@millrace/forms'
import { type FieldProps, presentWrapper, textOf } from '../field-props.ts'
import { useDropDown } from './use-drop-down.ts'

/** A field for tags: Enter or a comma ends a tag, Backspace removes the last one. */
export function TagsField(props: FieldProps) {
  const dropDown = useDropDown()
  const { suggestions = [] } = propsOf(props.field, 'tags')
  const tags = Array.isArray(props.entry) ? (props.entry as unknown[]).map(String) : []
  return (
    <TagsInput
      {...presentWrapper(props)}
      placeholder={tags.length === 0 ? textOf(props.field, 'placeholder') : undefined}
      data={[...suggestions]}
      value={tags}
      onChange={(next) => props.onEntry(next)}
      onBlur={props.onLeave}
      // The form tells what is there twice.
      allowDuplicates
      splitChars={[',', ';']}
      {...dropDown}
    />
  )
}
