import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditorProps } from '../editor-props.ts'
import classes from './editors.module.css'
import { controlProps, FieldRow } from './field-row.tsx'

/** Edits a value as JSON of the field's type, or `=` with an expression. Lists and contexts are JSON. */
export function ValueEditor(props: EditorProps) {
  const { t } = useTranslation()
  const shown = print(props.value)
  const [typed, setTyped] = useState(shown)
  const text = JSON.stringify(parse(typed)) === JSON.stringify(props.value) ? typed : shown
  return (
    <FieldRow {...props}>
      <TextInput
        {...controlProps(props)}
        className={classes.mono}
        placeholder={t('designer.panel.valueExample')}
        value={text}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          props.onChange(parse(event.currentTarget.value))
        }}
      />
    </FieldRow>
  )
}

function print(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function parse(text: string): unknown {
  if (text === '') return undefined
  if (text === 'true' || text === 'false') return text === 'true'
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
