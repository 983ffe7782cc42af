import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { DateTime } from '../../components/dates/dates.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { Link } from '../../components/link/link.tsx'
import classes from './instance-data.module.css'
import { relatedQuery } from './process-queries.ts'
import { useInstancePath } from './use-instance-path.ts'
import own from './user-instance.module.css'

/** The instance that called this one, and the instances that it called. Instances that the user may open are links. */
export function InstanceRelated({ instanceId }: { instanceId: string }) {
  const { t } = useTranslation()
  const toInstance = useInstancePath()
  const query = useQuery(relatedQuery(instanceId))
  const { data } = query
  const failure = (
    <QueryFailure query={query} title={t('instance.relatedFailed')} isRegion className={classes.message} />
  )
  if (data === undefined) return query.isError ? failure : <SkeletonRows count={3} height={36} />
  return (
    <>
      {failure}
      {data.items.length === 0 ? <p className={classes.message}>{t('instance.relatedEmpty')}</p> : null}
      {data.isCapped ? (
        <p className={classes.message}>{t('instance.relatedCapped', { count: data.items.length })}</p>
      ) : null}
      <ul className={own.list} aria-label={t('instance.related')}>
        {data.items.map(({ id, relation, title, definition, step, startedAt, endedAt, canOpen }) => (
          <li key={id}>
            <span className={own.main}>{canOpen ? <Link to={toInstance(id)}>{title}</Link> : definition.name}</span>
            <span className={own.parts}>
              {t(relation === 'caller' ? 'instance.callsThis' : 'instance.calledAt', { step: step ?? definition.name })}
              {canOpen ? null : ` · ${t('instance.notForYou')}`}
            </span>
            <span className={own.side}>
              {t('instance.startedMeta')} <DateTime at={startedAt} />
            </span>
            {endedAt === null ? null : (
              <span className={own.side}>
                {t('instance.ended')} <DateTime at={endedAt} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
