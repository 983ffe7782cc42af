import { Select, Switch, Textarea, TextInput } from '@mantine/core'
import { limits } from '@millrace/contract'
import { globalPropertyTypes } from '@millrace/contract/lists/global-properties'
import { useTranslation } from 'react-i18next'
import { type DraftFields, textOfDraft } from '../../components/record/draft-field.ts'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import type { PropertyDraft } from './property-draft.ts'
import { ValueField } from './value-field.tsx'

interface Props extends DraftFields<PropertyDraft> {
  /** Its key, and whether it is secret, are what they are. */
  readonly isKnown: boolean
}

/** The fields for the name and value of a property. */
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
        <Switch
          label={t('globalProperties.isPerEnvironment')}
          description={t('globalProperties.perEnvironmentHelp')}
          checked={draft.isPerEnvironment}
          onChange={(event) => onChange({ isPerEnvironment: event.currentTarget.checked })}
        />
      </FieldGrid>
      <ValueField
        draft={draft}
        value={draft.value}
        isKnown={isKnown}
        error={describeFaultOf(error, 'value')}
        onChange={(value) => onChange({ value })}
      />
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
