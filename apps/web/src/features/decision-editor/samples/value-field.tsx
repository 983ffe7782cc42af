import { Select, TextInput } from '@mantine/core'
import type { SampleValue } from '@millrace/dmn'
import { useTranslation } from 'react-i18next'
import { isNumberType, toText, toValue } from './sample-value.ts'

interface Props {
  readonly label: string
  readonly typeRef: string | null
  /** The texts that it may be; null for any. */
  readonly choices?: readonly string[] | null
  readonly value: unknown
  readonly canEdit: boolean
  readonly onChange: (value: SampleValue) => void
}

/** The field of a value of a sample, by the type of its column. */
export function ValueField({ label, typeRef, choices = null, value, canEdit, onChange }: Props) {
  const { t } = useTranslation()
  const text = toText(value)
  const options =
    typeRef === 'boolean'
      ? [
          { value: 'true', label: t('decisionEditor.yes') },
          { value: 'false', label: t('decisionEditor.no') },
        ]
      : choices
  if (options !== null)
    return (
      <Select
        size="xs"
        label={label}
        data={options}
        clearable={canEdit}
        readOnly={!canEdit}
        value={text === '' ? null : text}
        onChange={(chosen) => onChange(toValue(chosen ?? '', typeRef))}
      />
    )
  return (
    <TextInput
      size="xs"
      label={label}
      readOnly={!canEdit}
      placeholder={typeRef === 'date' ? '2026-11-24T09:00:00' : undefined}
      inputMode={isNumberType(typeRef) ? 'decimal' : 'text'}
      value={text}
      onChange={(event) => onChange(toValue(event.currentTarget.value, typeRef))}
    />
  )
}
