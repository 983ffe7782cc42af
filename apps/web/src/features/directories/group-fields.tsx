import { Select, Textarea } from '@mantine/core'
import { directoryGroupRules, directoryLimits } from '@millrace/contract/lists/directories'
import { useTranslation } from 'react-i18next'
import { choiceOfDraft, type DraftFields } from '../../components/record/draft-field.ts'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { linesOf } from './connection-fields.tsx'
import type { DirectoryDraft } from './directory-draft.ts'
import { LineField } from './line-field.tsx'

/** The fields that choose the groups of the directory which become groups of the workplace. */
export function GroupFields(fields: DraftFields<DirectoryDraft>) {
  const { t } = useTranslation()
  const { groupRule } = fields.draft
  return (
    <Section title={t('directory.groups')} hint={t('directory.groupsHint')}>
      <Select
        label={t('directory.groupRule')}
        description={groupRule === 'byKey' || groupRule === 'create' ? t('directory.groupRuleHelp') : undefined}
        data={directoryGroupRules.map((value) => ({ value, label: t(`directory.groupRules.${value}`) }))}
        {...choiceOfDraft(fields, 'groupRule')}
      />
      {groupRule === 'mapped' ? (
        <Textarea
          label={t('directory.groupMapping')}
          description={t('directory.groupMappingHelp')}
          required
          autosize
          minRows={3}
          maxRows={12}
          spellCheck={false}
          maxLength={directoryLimits.mapping}
          {...linesOf(fields, 'groupMapping')}
        />
      ) : null}
      {groupRule === 'none' ? null : (
        <FieldGrid>
          <LineField
            fields={fields}
            name="groupBaseDn"
            label={t('directory.groupBaseDn')}
            help={t('directory.groupBaseDnHelp')}
          />
          <LineField
            fields={fields}
            name="groupFilter"
            label={t('directory.groupFilter')}
            help={t('directory.groupFilterHelp')}
            isRequired
          />
          <LineField fields={fields} name="groupNameAttribute" label={t('directory.groupNameAttribute')} isRequired />
          <LineField fields={fields} name="memberAttribute" label={t('directory.memberAttribute')} isRequired />
        </FieldGrid>
      )}
    </Section>
  )
}
