import { Select, Switch } from '@mantine/core'
import { directoryActiveRules, directoryExistingRules } from '@millrace/contract/lists/directories'
import { useTranslation } from 'react-i18next'
import { choiceOfDraft, type DraftFields, flagOfDraft } from '../../components/record/draft-field.ts'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import type { DirectoryDraft } from './directory-draft.ts'
import { HierarchyField } from './hierarchy-field.tsx'
import { LineField } from './line-field.tsx'

/** The fields for the users of the directory, and the attributes for their fields. */
export function UserFields(fields: DraftFields<DirectoryDraft>) {
  const { t } = useTranslation()
  return (
    <Section title={t('directories.users')} hint={t('directory.usersHint')}>
      <LineField fields={fields} name="baseDn" label={t('directory.baseDn')} help={t('directory.baseDnHelp')} />
      <LineField
        fields={fields}
        name="userFilter"
        label={t('directory.userFilter')}
        help={t('directory.userFilterHelp')}
        isRequired
      />
      <FieldGrid>
        <LineField
          fields={fields}
          name="keyAttribute"
          label={t('directory.keyAttribute')}
          help={t('directory.keyAttributeHelp')}
          isRequired
        />
        <LineField fields={fields} name="usernameAttribute" label={t('directory.usernameAttribute')} isRequired />
        <LineField fields={fields} name="firstNameAttribute" label={t('directory.firstNameAttribute')} />
        <LineField fields={fields} name="lastNameAttribute" label={t('directory.lastNameAttribute')} />
        <LineField fields={fields} name="emailAttribute" label={t('directory.emailAttribute')} />
        <LineField
          fields={fields}
          name="managerAttribute"
          label={t('directory.managerAttribute')}
          help={t('directory.managerAttributeHelp')}
        />
        <HierarchyField {...fields} />
        <Select
          label={t('directory.activeRule')}
          data={directoryActiveRules.map((value) => ({ value, label: t(`directory.activeRules.${value}`) }))}
          {...choiceOfDraft(fields, 'activeRule')}
        />
        {fields.draft.activeRule === 'all' ? null : (
          <LineField fields={fields} name="activeAttribute" label={t('directory.activeAttribute')} isRequired />
        )}
        <Select
          label={t('directory.existingRule')}
          description={t('directory.existingHelp')}
          data={directoryExistingRules.map((value) => ({ value, label: t(`directory.existingRules.${value}`) }))}
          {...choiceOfDraft(fields, 'existingRule')}
        />
      </FieldGrid>
      <Switch label={t('directory.signsIn')} {...flagOfDraft(fields, 'signsIn')} />
    </Section>
  )
}
