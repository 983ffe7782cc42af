import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { VariableTable } from '../../components/variable-table/variable-table.tsx'
import { hasCode } from '../../lib/api/api-error.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import classes from './task-data.module.css'

/**
 * The data of the process for reading, in place of the form of a task without a form; nothing for users without
 * permission to see it.
 */
export function TaskData({ instanceId }: { instanceId: string }) {
  const { t } = useTranslation()
  const query = useQuery({
    ...callQuery(api.processes.variables, { params: { id: instanceId }, query: {} }),
    retry: false,
  })
  const { data, isError, error } = query
  if (hasCode(error, 'right.missing', 'thing.not-found')) return null
  return (
    <section className={classes.data} aria-label={t('task.data')}>
      <h3 className={classes.title}>{t('task.data')}</h3>
      {data === undefined ? (
        isError ? (
          <QueryFailure query={query} title={t('task.dataFailed')} isRegion />
        ) : (
          <SkeletonRows count={4} height={34} />
        )
      ) : data.items.length === 0 ? (
        <p className={classes.note}>{t('task.dataEmpty')}</p>
      ) : (
        <VariableTable
          label={t('task.data')}
          variables={data.items}
          wholeQuery={({ id }) => callQuery(api.processes.variable, { params: { id: instanceId, variableId: id } })}
        />
      )}
      {data?.isCapped ? <p className={classes.note}>{t('task.dataCapped', { count: data.items.length })}</p> : null}
    </section>
  )
}
