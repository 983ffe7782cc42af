import { Select, TextInput } from '@mantine/core'
import { userPropertyLimits, type ValueOfUser } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import type { Translate } from '../../lib/i18n.ts'
import { DateInput } from '../day-input/date-input.tsx'
import { presentDateValue } from '../day-input/day-text.ts'
import { NamedField } from './named-field.tsx'

export interface PropertyFieldProps {
  readonly userId: string
  readonly property: ValueOfUser
  /** The typed value; empty for none. */
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

/** The field of one user property, by its type. Read-only for users who cannot edit the value. */
export function PropertyField(props: PropertyFieldProps) {
  const { t } = useTranslation()
  const { property, value, error, onChange } = props
  const { type, isEditable } = property
  const field = { ...describeField(property, t), error }
  if (!isEditable) return <TextInput {...field} readOnly value={readText(property, t)} />
  switch (type) {
    case 'user':
    case 'group':
      return <NamedField {...props} field={field} />
    case 'boolean':
    case 'choice':
      return (
        <Select
          {...field}
          clearable
          searchable={type === 'choice'}
          data={type === 'boolean' ? yesOrNo(t) : listChoices(property)}
          value={value === '' ? null : value}
          onChange={(next) => onChange(next ?? '')}
        />
      )
    case 'date':
      return (
        <DateInput
          {...field}
          placeholder={property.defaultValue === '' ? t('list.dayPlaceholder') : field.placeholder}
          precision="day"
          value={value}
          onChange={onChange}
        />
      )
    case 'text':
    case 'number':
      return (
        <TextInput
          {...field}
          inputMode={type === 'number' ? 'decimal' : undefined}
          maxLength={userPropertyLimits.value}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    default:
      return type satisfies never
  }
}

function describeField(
  { name, description, isRequired, isEditable, type, defaultValue, label, value }: ValueOfUser,
  t: Translate,
) {
  const shown = value === '' && label !== null ? label : presentValue(type, defaultValue, t)
  return {
    label: name,
    description: description === '' ? undefined : description,
    required: isRequired && isEditable,
    placeholder: defaultValue === '' ? t('userProperties.noValue') : t('userProperties.defaultIs', { value: shown }),
  }
}

/** Returns the value, or else the default, as text. */
function readText({ type, value, defaultValue, label }: ValueOfUser, t: Translate): string {
  return label ?? presentValue(type, value === '' ? defaultValue : value, t)
}

function presentValue(type: ValueOfUser['type'], value: string, t: Translate): string {
  if (type === 'date') return presentDateValue(value, 'day')
  if (type !== 'boolean') return value
  return yesOrNo(t).find((one) => one.value === value)?.label ?? value
}

const yesOrNo = (t: Translate) => [
  { value: 'true', label: t('userProperties.yes') },
  { value: 'false', label: t('userProperties.no') },
]

/** With the saved value, which may be a choice no longer. */
const listChoices = ({ choices, value }: ValueOfUser) => [...new Set([...choices, ...(value === '' ? [] : [value])])]
