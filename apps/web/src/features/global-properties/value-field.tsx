import { PasswordInput, Select, Textarea, TextInput } from '@mantine/core'
import { globalPropertyLimits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../../components/day-input/date-input.tsx'
import type { PropertyDraft } from './property-draft.ts'

interface Props {
  readonly draft: Pick<PropertyDraft, 'type' | 'isSecret'>
  readonly value: string
  /** Whether a secret value is stored already: an empty field keeps it. */
  readonly isKnown: boolean
  readonly error: string | undefined
  /** Without it: the value of the property itself. */
  readonly label?: string
  readonly onChange: (value: string) => void
}

/** The field for a value of a property, by its type: its own value, or that in an environment. */
export function ValueField({ draft, value, isKnown, error, onChange, label: given }: Props) {
  const { t } = useTranslation()
  const field = {
    ...{ value, error, maxLength: globalPropertyLimits.value },
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  const label = given ?? t('globalProperties.value')
  if (draft.isSecret)
    return (
      <PasswordInput
        label={given ?? t(isKnown ? 'globalProperties.newSecretValue' : 'globalProperties.secretValue')}
        description={isKnown ? t('globalProperties.newSecretHelp') : undefined}
        required={!isKnown}
        autoComplete="new-password"
        {...field}
      />
    )
  switch (draft.type) {
    case 'boolean':
      return (
        <Select
          label={label}
          required
          allowDeselect={false}
          data={(['true', 'false'] as const).map((one) => ({ value: one, label: t(`globalProperties.${one}`) }))}
          value={value === '' ? null : value}
          error={error}
          onChange={(chosen) => onChange(chosen ?? '')}
        />
      )
    case 'json':
      return (
        <Textarea
          label={label}
          description={t('globalProperties.jsonHelp')}
          required
          autosize
          minRows={4}
          maxRows={20}
          spellCheck={false}
          {...field}
        />
      )
    case 'date':
      return <DateInput label={label} required precision="day" value={value} error={error} onChange={onChange} />
    case 'number':
      return <TextInput label={label} required inputMode="decimal" {...field} />
    case 'text':
      return <TextInput label={label} {...field} />
  }
}
