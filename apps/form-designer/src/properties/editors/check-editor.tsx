import type { EditorProps } from '../editor-props.ts'
import { FieldRow } from './field-row.tsx'
import { RuleInput } from './rule-input.tsx'

/** Edits the validation rule of a value. */
export function CheckEditor(props: EditorProps) {
  return (
    <FieldRow {...props} isWide>
      <RuleInput {...props} />
    </FieldRow>
  )
}
