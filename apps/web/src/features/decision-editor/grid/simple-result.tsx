import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TableColumn } from './read-table.ts'
import { readChoices, readSimpleValue, type SimpleType, writeValue } from './simple-test.ts'

interface Props {
  readonly column: TableColumn
  readonly type: SimpleType
  readonly text: string
  readonly onType: (text: string) => void
}

/** Edits the result of a rule. */
export function SimpleResult({ column, type, text, onType }: Props) {
  const { t } = useTranslation()
  const [value, setValue] = useState(() => readSimpleValue(text, type) ?? '')
  const change = (next: string) => {
    setValue(next)
    onType(writeValue(next, type))
  }
  const choices = readChoices(column.allowed)
  const label = t('decisionEditor.grid.value')
  if (type === 'boolean' || choices !== null)
    return (
      <NativeSelect
        autoFocus
        size="xs"
        aria-label={label}
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
        data={[
          { value: '', label: t('decisionEditor.grid.noValue') },
          ...(type === 'boolean'
            ? [
                { value: 'true', label: t('decisionEditor.yes') },
                { value: 'false', label: t('decisionEditor.no') },
              ]
            : [...new Set([...(choices ?? []), ...(value === '' ? [] : [value])])].map((choice) => ({
                value: choice,
                label: choice,
              }))),
        ]}
      />
    )
  return (
    <TextInput
      autoFocus
      size="xs"
      aria-label={label}
      inputMode={type === 'number' ? 'decimal' : 'text'}
      placeholder={type === 'date' ? '2026-11-24' : undefined}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
