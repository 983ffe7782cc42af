import { PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { globalPropertyLimits, limits } from '@millrace/contract'
import { globalPropertyTypes } from '@millrace/contract/lists/global-properties'
import { useTranslation } from 'react-i18next'
import { type DraftFields, textOfDraft } from '../../components/record/draft-field.ts'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import type { PropertyDraft } from './property-draft.ts'

interface Props extends DraftFields<PropertyDraft> {
  /** Its key, and whether it is secret, are what they are. */
  readonly isKnown: boolean
}

/** What a property is called, and its value. */
export function PropertyFields(props: Props) {
  const { t } = useTranslation()
  const { draft, isKnown, error, onChange } = props
  return (
    <Section title={t('globalProperties.property')} hint={t('globalProperties.propertyHint')}>
      <FieldGrid>
        <TextInput
          label={t('globalProperties.name')}
          required
          maxLength={limits.name}
          {...textOfDraft(props, 'name')}
        />
        <TextInput
          label={t('globalProperties.key')}
          description={
            draft.key === '' ? t('globalProperties.newKeyHelp') : t('globalProperties.keyHelp', { key: draft.key })
          }
          required
          spellCheck={false}
          maxLength={limits.name}
          {...textOfDraft(props, 'key')}
          readOnly={isKnown}
        />
        <Select
          label={t('globalProperties.type')}
          allowDeselect={false}
          disabled={draft.isSecret}
          data={globalPropertyTypes.map((value) => ({ value, label: t(`globalProperties.${value}`) }))}
          value={draft.isSecret ? 'text' : draft.type}
          onChange={(type) => onChange({ type: type ?? 'text' })}
        />
        <Switch
          label={t('globalProperties.isSecret')}
          description={t('globalProperties.secretHelp')}
          disabled={isKnown}
          checked={draft.isSecret}
          onChange={(event) => onChange({ isSecret: event.currentTarget.checked })}
        />
      </FieldGrid>
      <ValueField {...props} />
      <Textarea
        label={t('globalProperties.description')}
        maxLength={limits.description}
        autosize
        minRows={2}
        value={draft.description}
        error={describeFaultOf(error, 'description')}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </Section>
  )
}

function ValueField({ draft, isKnown, error, onChange }: Props) {
  const { t } = useTranslation()
  const field = {
    value: draft.value,
    maxLength: globalPropertyLimits.value,
    error: describeFaultOf(error, 'value'),
    onChange: (event: { currentTarget: { value: string } }) => onChange({ value: event.currentTarget.value }),
  }
  const label = t('globalProperties.value')
  if (draft.isSecret)
    return (
      <PasswordInput
        label={t(isKnown ? 'globalProperties.newSecretValue' : 'globalProperties.secretValue')}
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
          data={(['true', 'false'] as const).map((value) => ({ value, label: t(`globalProperties.${value}`) }))}
          value={draft.value === '' ? null : draft.value}
          error={field.error}
          onChange={(value) => onChange({ value: value ?? '' })}
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
      return <TextInput label={label} description={t('globalProperties.dateHelp')} required {...field} />
    case 'number':
      return <TextInput label={label} required inputMode="decimal" {...field} />
    case 'text':
      return <TextInput label={label} {...field} />
  }
}
