import IconUsers from 'icon:users'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { Person } from '../../components/person/person.tsx'
import { presentDateTime } from '../../lib/dates.ts'
import classes from './instance-data.module.css'
import { participantsQuery } from './process-queries.ts'
import own from './user-instance.module.css'

/** The users who work or worked on the instance, with their actions. */
export function InstancePeople({ instanceId }: { instanceId: string }) {
  const { t } = useTranslation()
  const query = useQuery(participantsQuery(instanceId))
  const { data } = query
  const failure = <QueryFailure query={query} title={t('instance.peopleFailed')} isRegion className={classes.message} />
  if (data === undefined) return query.isError ? failure : <SkeletonRows count={4} height={36} />
  return (
    <>
      {failure}
      {data.items.length === 0 ? <p className={classes.message}>{t('instance.peopleEmpty')}</p> : null}
      {data.isCapped ? (
        <p className={classes.message}>{t('instance.peopleCapped', { count: data.items.length })}</p>
      ) : null}
      <ul className={own.list} aria-label={t('instance.people')}>
        {data.items.map(({ person, group, parts }) => (
          <li key={`${person?.username ?? ''}/${group ?? ''}`}>
            <span className={own.main}>
              {person === null ? (
                <>
                  <IconUsers size={16} stroke={1.6} aria-hidden /> {group}
                </>
              ) : (
                <Person person={person} />
              )}
            </span>
            <ul className={own.parts}>
              {parts.map(({ kind, name, at }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing else of their own, and never move
                <li key={index}>
                  {t(`instance.parts.${kind}`, { name: name ?? '' })}
                  {at === null ? null : ` · ${presentDateTime(at)}`}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  )
}
