import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { DateTime } from '../../components/dates/dates.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { toUrl } from '../../lib/api/send.ts'
import { presentSize } from '../../lib/present-size.ts'
import classes from './instance-data.module.css'
import { filesQuery } from './process-queries.ts'
import own from './user-instance.module.css'

/** The files that forms of the instance hold. */
export function InstanceFiles({ instanceId }: { instanceId: string }) {
  const { t } = useTranslation()
  const query = useQuery(filesQuery(instanceId))
  const { data } = query
  const failure = <QueryFailure query={query} title={t('instance.filesFailed')} isRegion className={classes.message} />
  if (data === undefined) return query.isError ? failure : <SkeletonRows count={3} height={36} />
  return (
    <>
      {failure}
      {data.items.length === 0 ? <p className={classes.message}>{t('instance.filesEmpty')}</p> : null}
      {data.isCapped ? (
        <p className={classes.message}>{t('instance.filesCapped', { count: data.items.length })}</p>
      ) : null}
      <ul className={own.list} aria-label={t('instance.files')}>
        {data.items.map(({ id, name, size, by, at }) => (
          <li key={id}>
            <span className={own.main}>
              <a href={toUrl(api.files.download, { params: { id } })} download={name}>
                {name}
              </a>
            </span>
            <span className={own.side}>{presentSize(size)}</span>
            <span className={own.side}>{by?.displayName}</span>
            <DateTime at={at} />
          </li>
        ))}
      </ul>
    </>
  )
}
