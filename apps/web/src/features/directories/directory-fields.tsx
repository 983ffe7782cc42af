import { TextInput } from '@mantine/core'
import { limits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { type DraftFields, textOfDraft } from '../../components/record/draft-field.ts'
import { FieldGrid, Section } from '../../components/section/section.tsx'
import { ConnectionFields } from './connection-fields.tsx'
import type { DirectoryDraft } from './directory-draft.ts'
import { GroupFields } from './group-fields.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import { UserFields } from './user-fields.tsx'

interface Props extends DraftFields<DirectoryDraft> {
  /** Whether a password is saved. */
  readonly hasPassword: boolean
}

/** The fields of a directory. */
export function DirectoryFields(props: Props) {
  const { t } = useTranslation()
  return (
    <>
      <Section title={t('record.details')}>
        <FieldGrid>
          <TextInput label={t('directories.name')} required maxLength={limits.name} {...textOfDraft(props, 'name')} />
          <TextInput
            label={t('directories.description')}
            maxLength={limits.description}
            {...textOfDraft(props, 'description')}
          />
        </FieldGrid>
      </Section>
      <ConnectionFields {...props} />
      <UserFields {...props} />
      <GroupFields {...props} />
      <ScheduleFields {...props} />
    </>
  )
}
