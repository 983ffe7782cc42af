import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { EditorProps } from '../editor-props.ts'
import { controlProps, FieldRow } from './field-row.tsx'

/** Edits a number. Text that is not a number is kept as typed, and the reader of the property reports the error. */
export function NumberEditor(props: EditorProps) {
  const { value } = props
  const shown = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  const [typed, setTyped] = useState(shown)
  // `1.` and `1.0` are being typed; anything else that differs has come by undo.
  const text = toValue(typed) === value ? typed : shown
  return (
    <FieldRow {...props}>
      <TextInput
        {...controlProps(props)}
        inputMode="decimal"
        value={text}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          props.onChange(toValue(event.currentTarget.value))
        }}
      />
    </FieldRow>
  )
}

function toValue(text: string): number | string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const number = Number(trimmed)
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number)) ? number : trimmed
}
