import IconRefresh from 'icon:refresh'
import { Button } from '@mantine/core'
import { api, type InstanceExternalTask } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../components/dates/dates.tsx'
import { StatusBadge } from '../../components/status/status-badge.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import classes from './instance-data.module.css'
import { InstanceItems } from './instance-items.tsx'
import type { Selection } from './instance-record.tsx'

interface Props {
  readonly instanceId: string
  readonly selection: Selection
  readonly mayRetry: boolean
}

/** The external tasks of an instance, with the worker that has locked each, and its failures. */
export function InstanceExternalTasks({ instanceId, selection, mayRetry }: Props) {
  const { t } = useTranslation()
  const query = useQuery(callQuery(api.processes.externalTasks, { params: { id: instanceId } }))
  return (
    <InstanceItems
      label={t('instance.externalTasks')}
      query={query}
      selection={selection}
      failed={t('instance.externalTasksFailed')}
      empty={t('instance.externalTasksEmpty')}
      notOfStep={t('instance.externalTasksNotOfStep')}
    >
      {(task) => <ExternalTaskItem task={task} mayRetry={mayRetry} />}
    </InstanceItems>
  )
}

function ExternalTaskItem({ task, mayRetry }: { readonly task: InstanceExternalTask; readonly mayRetry: boolean }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { id, elementName, elementId, topic, workerId, lockedUntil, retries, isSuspended, error, detail } = task
  const retry = useMutation({
    mutationFn: () => call(api.processes.setExternalTaskRetries, { params: { id }, body: { retries: 1 } }),
    onSuccess: () => showToast({ kind: 'success', title: t('instance.retried'), about: id }),
    onError: (failure) =>
      showToast({ kind: 'error', title: t('instance.retryFailed'), text: describeError(failure).message, about: id }),
  })
  const isFailed = retries === 0
  const state = isFailed ? 'failed' : isSuspended ? 'suspended' : workerId === null ? 'waiting' : 'active'
  return (
    <>
      <div className={classes.incidentHead}>
        <StatusBadge status={state} />
        <strong>{elementName ?? elementId}</strong>
        <span className={classes.quiet}>{t('instance.topic', { topic })}</span>
        <span className={classes.quiet}>
          {workerId === null || lockedUntil === null ? (
            t('instance.notLocked')
          ) : (
            <>
              {t('instance.lockedBy', { worker: workerId })} <DateTime at={lockedUntil} />
            </>
          )}
        </span>
        <span className={classes.right}>
          {retries === null ? t('instance.retriesUnknown') : t('instance.retriesLeft', { count: retries })}
          {detail === null ? null : (
            <Button size="xs" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t('instance.showDetail')}
            </Button>
          )}
          {isFailed && mayRetry ? (
            <Button
              size="xs"
              leftSection={<IconRefresh size={15} stroke={1.6} />}
              loading={retry.isPending}
              onClick={() => retry.mutate()}
            >
              {t('instance.retry')}
            </Button>
          ) : null}
        </span>
      </div>
      {error === null ? null : <div className={classes.incidentMessage}>{error}</div>}
      {isOpen && detail !== null ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        <pre className={`mono ${classes.detail}`} tabIndex={0}>
          {detail}
        </pre>
      ) : null}
    </>
  )
}
