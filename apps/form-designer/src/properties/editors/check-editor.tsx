import type { EditorProps } from '../editor-props.ts'
import { FieldRow } from './field-row.tsx'
import { RuleInput } from './rule-input.tsx'

/** What has to hold for a value to be right. */
export function CheckEditor(props: EditorProps) {
  return (
    <FieldRow {...props} isWide>
      <RuleInput {...props} />
    </FieldRow>
  )
}
