import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../components/dates/dates.tsx'
import { Link } from '../../components/link/link.tsx'
import { StatusBadge } from '../../components/status/status-badge.tsx'
import { paths } from '../../config/paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { describeModelFault } from '../../lib/api/describe-fault.ts'
import classes from './instance-data.module.css'
import { InstanceItems } from './instance-items.tsx'
import type { Selection } from './instance-record.tsx'

interface Props {
  readonly instanceId: string
  readonly selection: Selection
}

/** The jobs of an instance, with links to their pages, where operators run and change them. */
export function InstanceJobs({ instanceId, selection }: Props) {
  const { t } = useTranslation()
  const query = useQuery({
    ...callQuery(api.jobs.list, { query: { instance: instanceId, size: 100 } }),
    select: ({ items, next }) => ({ items, isCapped: next !== null }),
  })
  return (
    <>
      <InstanceItems
        label={t('jobs.tab')}
        query={query}
        selection={selection}
        failed={t('jobs.tabFailed')}
        empty={t('jobs.tabEmpty')}
        notOfStep={t('jobs.tabNotOfStep')}
      >
        {({ id, name, kind, state, dueAt, retries, error }) => (
          <>
            <div className={classes.incidentHead}>
              <StatusBadge status={state} />
              <strong>
                <Link to={paths.job(id)}>{name ?? t('jobs.unnamed')}</Link>
              </strong>
              <span className={classes.quiet}>{t(`jobKind.${kind}`)}</span>
              <span className={classes.right}>
                {dueAt === null ? (
                  t('jobs.asSoonAsPossible')
                ) : (
                  <>
                    {t('jobs.due')} <DateTime at={dueAt} />
                  </>
                )}{' '}
                · {t('instance.retriesLeft', { count: retries })}
              </span>
            </div>
            {error === null ? null : <div className={classes.incidentMessage}>{describeModelFault(error)}</div>}
          </>
        )}
      </InstanceItems>
      {query.data?.isCapped ? (
        <p className={classes.message}>
          <Link to={paths.jobs} search={{ instance: instanceId }}>
            {t('jobs.tabMore')}
          </Link>
        </p>
      ) : null}
    </>
  )
}
