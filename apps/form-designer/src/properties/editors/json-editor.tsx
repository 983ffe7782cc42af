import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditorProps } from '../editor-props.ts'
import classes from './editors.module.css'
import { controlProps, FieldRow } from './field-row.tsx'

/** Edits a value of any kind as JSON. While the text is not valid JSON, only this editor keeps it. */
export function JsonEditor(props: EditorProps) {
  const { t } = useTranslation()
  const shown = props.value === undefined ? '' : JSON.stringify(props.value, null, 2)
  const [typed, setTyped] = useState<string | null>(null)
  const isWrong = typed !== null && parse(typed) === null
  const error = isWrong ? t('designer.panel.noJson') : props.error
  return (
    <FieldRow {...props} error={error} isWide>
      <Textarea
        {...controlProps({ ...props, error })}
        className={classes.mono}
        autosize
        minRows={2}
        maxRows={12}
        spellCheck={false}
        value={typed ?? shown}
        onBlur={() => {
          if (!isWrong) setTyped(null)
        }}
        onChange={(event) => {
          const text = event.currentTarget.value
          setTyped(text)
          const read = parse(text)
          if (text.trim() === '') props.onChange(undefined)
          else if (read !== null) props.onChange(read.value)
        }}
      />
    </FieldRow>
  )
}

function parse(text: string): { value: unknown } | null {
  if (text.trim() === '') return { value: undefined }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return null
  }
}
