import { api, type TaskDetail } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { FormSkeleton, LazyFormHost } from '../../components/form-host/lazy-form-host.tsx'
import { hasCode } from '../../lib/api/api-error.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { getTimeZone } from '../../lib/time-zone.ts'

interface Props {
  readonly task: Pick<TaskDetail, 'id'>
  readonly instanceId: string
}

/** The submitted form of a completed task; nothing for users who may not see it. */
export function SentForm({ task: { id }, instanceId }: Props) {
  const { t } = useTranslation()
  const query = useQuery({
    ...callQuery(api.processes.form, { params: { id: instanceId, formId: id }, query: { timeZone: getTimeZone() } }),
    retry: false,
  })
  const { data, isError, error } = query
  if (hasCode(error, 'right.missing', 'thing.not-found')) return null
  if (data === undefined)
    return isError ? <QueryFailure query={query} title={t('task.sentFailed')} isRegion /> : <FormSkeleton />
  return (
    <LazyFormHost
      id={`sent-${id}`}
      form={data.form}
      place={{ kind: 'task', id, subject: `${instanceId}.${id}` }}
      headingLevel={3}
      emptyText={t('task.sentWithout')}
      isReadOnly
      onUnkept={ignore}
    />
  )
}

function ignore(): void {}
