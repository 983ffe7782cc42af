import { Textarea } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditorProps } from '../editor-props.ts'
import classes from './editors.module.css'
import { FieldNames } from './field-names.tsx'
import { controlProps, FieldRow } from './field-row.tsx'

/** Edits FEEL without its leading `=`. It is checked with the rest of the form shortly after the last key. */
export function ExpressionEditor(props: EditorProps) {
  return (
    <FieldRow {...props} isWide>
      <ExpressionInput {...props} />
    </FieldRow>
  )
}

export function ExpressionInput(props: EditorProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLTextAreaElement>(null)
  const text = typeof props.value === 'string' ? props.value.replace(/^=/, '') : ''
  const change = (next: string) => props.onChange(next === '' ? undefined : `=${next}`)
  const insert = (name: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = input.current ?? {}
    change(text.slice(0, selectionStart) + name + text.slice(selectionEnd))
    input.current?.focus()
  }
  return (
    <>
      <Textarea
        ref={input}
        {...controlProps(props)}
        className={classes.mono}
        autosize
        minRows={1}
        maxRows={8}
        spellCheck={false}
        placeholder={t('designer.panel.expressionExample')}
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <FieldNames onInsert={insert} />
    </>
  )
}
