import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditorProps } from '../editor-props.ts'
import { controlProps, FieldRow } from './field-row.tsx'

/** Edits a list of texts, one on each line. */
export function WordsEditor(props: EditorProps) {
  const { t } = useTranslation()
  const list = Array.isArray(props.value) ? (props.value as readonly string[]) : []
  const [typed, setTyped] = useState(() => list.join('\n'))
  const isSame = JSON.stringify(toList(typed)) === JSON.stringify(list)
  return (
    <FieldRow {...props} isWide label={`${props.label} ${t('designer.panel.oneALine')}`}>
      <Textarea
        {...controlProps(props)}
        autosize
        minRows={1}
        maxRows={8}
        value={isSame ? typed : list.join('\n')}
        onChange={(event) => {
          const next = event.currentTarget.value
          setTyped(next)
          props.onChange(toList(next).length === 0 ? undefined : toList(next))
        }}
      />
    </FieldRow>
  )
}

function toList(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
