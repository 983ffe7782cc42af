import { Select, Switch, TagsInput, TextInput } from '@mantine/core'
import { limits, userPropertyEditors, userPropertyLimits, userPropertyViewers } from '@millrace/contract'
import { userPropertyTypes } from '@millrace/contract/lists/user-properties'
import { useTranslation } from 'react-i18next'
import { choiceOfDraft, type DraftFields, flagOfDraft, textOfDraft } from '../../components/record/draft-field.ts'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { describeFaultOf } from '../../lib/api/describe-fault.ts'
import { DefaultValueField } from './default-value-field.tsx'
import { changeProperty, type UserPropertyDraft } from './user-property-draft.ts'

interface Props extends DraftFields<UserPropertyDraft> {
  /** Whether the property exists: its key stays then. */
  readonly isKnown: boolean
  /** Whether users have values: the type stays then. */
  readonly hasValues: boolean
}

/** The fields of a user property. */
export function UserPropertyFields(props: Props) {
  const fields = {
    ...props,
    onChange: (part: Partial<UserPropertyDraft>) => props.onChange(changeProperty(props.draft, part)),
  }
  return (
    <>
      <PropertySection {...fields} />
      <RulesSection {...fields} />
      <RightsSection {...fields} />
    </>
  )
}

function PropertySection(props: Props) {
  const { t } = useTranslation()
  const { draft, isKnown, hasValues, isLocked, error, onChange } = props
  return (
    <Section title={t('userProperties.property')}>
      <FieldGrid>
        <TextInput label={t('userProperties.name')} required maxLength={limits.name} {...textOfDraft(props, 'name')} />
        <TextInput
          label={t('userProperties.key')}
          description={t('userProperties.keyHelp')}
          required
          spellCheck={false}
          maxLength={limits.name}
          {...textOfDraft(props, 'key')}
          readOnly={isLocked || isKnown}
        />
        <Select
          label={t('userProperties.type')}
          description={t('userProperties.typeHelp')}
          data={userPropertyTypes.map((value) => ({ value, label: t(`userProperties.types.${value}`) }))}
          {...choiceOfDraft(props, 'type')}
          disabled={isLocked || hasValues}
        />
        <TextInput
          label={t('userProperties.defaultDescription')}
          description={t('userProperties.defaultDescriptionHelp')}
          maxLength={limits.defaultDescription}
          {...textOfDraft(props, 'defaultDescription')}
        />
      </FieldGrid>
      {draft.type === 'choice' ? (
        <TagsInput
          label={t('userProperties.choices')}
          description={t('userProperties.choicesHelp')}
          required
          maxTags={userPropertyLimits.choices}
          maxLength={limits.defaultValue}
          readOnly={isLocked}
          value={[...draft.choices]}
          error={describeFaultOf(error, 'choices')}
          onChange={(choices) => onChange({ choices })}
        />
      ) : null}
    </Section>
  )
}

function RulesSection(props: Props) {
  const { t } = useTranslation()
  return (
    <Section title={t('userProperties.rules')} hint={t('userProperties.rulesHint')}>
      <FieldGrid>
        <Switch label={t('userProperties.isRequired')} {...flagOfDraft(props, 'isRequired')} />
        <Switch label={t('userProperties.isUnique')} {...flagOfDraft(props, 'isUnique')} />
      </FieldGrid>
      <DefaultValueField {...props} />
    </Section>
  )
}

function RightsSection(props: Props) {
  const { t } = useTranslation()
  const { draft, isLocked } = props
  return (
    <Section title={t('userProperties.rights')} hint={t('userProperties.rightsHint')}>
      <FieldGrid>
        <Select
          label={t('userProperties.viewers')}
          data={userPropertyViewers.map((value) => ({ value, label: t(`userProperties.viewersOf.${value}`) }))}
          {...choiceOfDraft(props, 'viewers')}
        />
        <Select
          label={t('userProperties.editors')}
          data={userPropertyEditors.map((value) => ({ value, label: t(`userProperties.editorsOf.${value}`) }))}
          {...choiceOfDraft(props, 'editors')}
          disabled={isLocked || draft.viewers === 'administrators'}
        />
      </FieldGrid>
    </Section>
  )
}
