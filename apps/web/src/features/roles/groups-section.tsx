import '../../lib/rights-texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { Section } from '../../components/section/section.tsx'
import { groupsOfRoleQuery } from './role-queries.ts'
import classes from './roles.module.css'

/**
 * The groups that give a role to their members. They are no links, because administrators of roles may not have access
 * to groups.
 */
export function GroupsSection({ role }: { role: string }) {
  const { t } = useTranslation()
  const groups = useQuery(groupsOfRoleQuery(role))
  return (
    <Section title={t('roleEditor.givenByGroups')}>
      <QueryFailure query={groups} title={t('pageCatalogue.groups')} />
      {groups.data?.items.length === 0 ? <p className={classes.note}>{t('roleEditor.noGroups')}</p> : null}
      <ul className={classes.list}>
        {groups.data?.items.map(({ id, name, isDisabled }) => (
          <li key={id}>
            {name}
            {isDisabled ? ` (${t('roles.disabled')})` : ''}
          </li>
        ))}
      </ul>
      {groups.data?.isMore ? <p className={classes.note}>{t('roleEditor.moreGroups')}</p> : null}
    </Section>
  )
}
