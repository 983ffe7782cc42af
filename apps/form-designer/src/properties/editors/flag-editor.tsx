import { Switch } from '@mantine/core'
import type { EditorProps } from '../editor-props.ts'
import { controlProps, FieldRow } from './field-row.tsx'

export function FlagEditor(props: EditorProps) {
  const { 'aria-describedby': describedBy, id } = controlProps(props)
  return (
    <FieldRow {...props}>
      <Switch
        id={id}
        size="sm"
        mt={4}
        aria-describedby={describedBy}
        checked={props.value === true}
        onChange={(event) => props.onChange(event.currentTarget.checked ? true : undefined)}
      />
    </FieldRow>
  )
}
