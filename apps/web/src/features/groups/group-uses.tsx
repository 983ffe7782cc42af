import type { GroupUse } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { Section } from '../../components/section/section.tsx'
import type { Translate } from '../../lib/i18n.ts'
import { usesQuery } from './group-query.ts'
import classes from './groups.module.css'

/** The uses of a group. */
export function GroupUses({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(usesQuery(id))
  return (
    <Section title={t('groups.uses')}>
      {error === null ? null : (
        <ErrorBanner title={t('groups.usesFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 ? <p className={classes.empty}>{t('groups.noUses')}</p> : null}
      {data === undefined || data.length === 0 ? null : (
        <ul className={classes.list}>
          {data.map((use) => (
            <li key={`${use.kind} ${use.name}`} className={classes.row}>
              {describeUse(t, use)}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function describeUse(t: Translate, { kind, name, count }: GroupUse): string {
  switch (kind) {
    case 'candidates':
      return t('groups.useCandidates', { count: count ?? 0, name })
    case 'starters':
      return t('groups.useStarters', { name })
    case 'category':
      return t('groups.useCategory', { name })
    case 'view':
      return t('groups.useView', { name })
    case 'authorization':
      return t('groups.useAuthorization', { count: count ?? 0 })
  }
}
