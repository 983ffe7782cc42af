import { Select, TextInput } from '@mantine/core'
import { limits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../../components/day-input/date-input.tsx'
import { type DraftFields, textOfDraft } from '../../components/record/draft-field.ts'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import type { UserPropertyDraft } from './user-property-draft.ts'

/** The field for the default value of a property, by its type. A unique property has no default. */
export function DefaultValueField(props: DraftFields<UserPropertyDraft>) {
  const { t } = useTranslation()
  const { draft, isLocked, error, onChange } = props
  const { type, isUnique, choices } = draft
  const label = t('userProperties.defaultValue')
  if (type === 'boolean' || type === 'choice') {
    const data =
      type === 'choice'
        ? [...new Set(choices)]
        : [
            { value: 'true', label: t('userProperties.yes') },
            { value: 'false', label: t('userProperties.no') },
          ]
    return (
      <Select
        label={label}
        description={t(isUnique ? 'userProperties.noDefaultForUnique' : 'userProperties.defaultValueHelp')}
        placeholder={t('userProperties.noValue')}
        clearable
        disabled={isLocked || isUnique}
        data={data}
        value={draft.defaultValue === '' ? null : draft.defaultValue}
        error={describeFaultOf(error, 'defaultValue')}
        onChange={(defaultValue) => onChange({ defaultValue: defaultValue ?? '' })}
      />
    )
  }
  if (type === 'date')
    return (
      <DateInput
        precision="day"
        label={label}
        description={t(isUnique ? 'userProperties.noDefaultForUnique' : 'userProperties.defaultValueHelp')}
        value={draft.defaultValue}
        readOnly={isLocked}
        disabled={isUnique}
        error={describeFaultOf(error, 'defaultValue')}
        onChange={(defaultValue) => onChange({ defaultValue })}
      />
    )
  const help = `${t('userProperties.defaultValueHelp')} ${t(`userProperties.defaultHelp.${type}`)}`
  return (
    <TextInput
      label={label}
      description={isUnique ? t('userProperties.noDefaultForUnique') : help}
      maxLength={limits.defaultValue}
      inputMode={type === 'number' ? 'decimal' : undefined}
      {...textOfDraft(props, 'defaultValue')}
      disabled={isUnique}
    />
  )
}
