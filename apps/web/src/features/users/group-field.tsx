import { MultiSelect } from '@mantine/core'
import type { GroupChoice } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import type { DraftFields } from '../../components/record/draft-field.ts'
import { Section } from '../../components/section/section.tsx'
import { readList, type UserDraft, writeList } from './user-draft.ts'
import { groupsInUseQuery } from './user-query.ts'

interface Props extends DraftFields<UserDraft> {
  /** Groups that the user is in: one of them can be disabled, and is shown nevertheless. */
  readonly held?: readonly GroupChoice[]
}

/** The field for the groups that a user is in. */
export function GroupField({ draft, onChange, isLocked, held = [] }: Props) {
  const { t } = useTranslation()
  const groups = useQuery(groupsInUseQuery)
  const known = new Map([...held, ...(groups.data ?? [])].map(({ id, name }) => [id, name]))
  return (
    <Section title={t('users.groups')} hint={t('users.groupsHint')}>
      <QueryFailure query={groups} title={t('pageCatalogue.groups')} />
      <MultiSelect
        label={t('users.groups')}
        placeholder={t('users.searchGroups')}
        searchable
        readOnly={isLocked}
        data={[...known].map(([value, label]) => ({ value, label }))}
        nothingFoundMessage={t('users.noGroup')}
        value={readList(draft.groups)}
        onChange={(ids) => onChange({ groups: writeList(ids) })}
      />
    </Section>
  )
}
