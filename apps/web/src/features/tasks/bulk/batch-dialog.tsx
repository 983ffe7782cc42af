import '@mantine/core/styles/Progress.layer.css'
import { Button, Modal, Progress } from '@mantine/core'
import { api } from '@millrace/contract'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import { Link } from '../../../components/link/link.tsx'
import { paths, type TaskLocation } from '../../../config/paths.ts'
import { call } from '../../../lib/api/call.ts'
import { keyOf } from '../../../lib/api/call-query.ts'
import { describeRefusal } from '../../../lib/api/describe-error.ts'
import { polled } from '../../../lib/api/polled.ts'
import { touch } from '../../../lib/api/touch.ts'
import { fetchMore } from '../../../lib/queries/fetch-more.ts'
import classes from './bulk.module.css'

interface Props {
  readonly id: string
  readonly location: TaskLocation
  readonly onClose: () => void
}

/** The dialog with the progress of a batch on tasks, its failed items with reasons, and the button to cancel it. */
export function BatchDialog({ id, location, onClose }: Props) {
  const { t } = useTranslation()
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: keyOf(api.taskBulk.batch, id),
    queryFn: ({ pageParam, signal, ...asked }) =>
      polled(asked, () =>
        call(api.taskBulk.batch, { params: { id }, query: { after: pageParam, failed: 'true' }, signal }),
      ),
    initialPageParam: 0,
    getNextPageParam: ({ items, isMore }) => (isMore ? items.at(-1)?.position : undefined),
    refetchInterval: ({ state }) => (state.data?.pages.at(-1)?.batch.state === 'waiting' ? 1_000 : false),
  })
  const batch = data?.pages.at(-1)?.batch
  const failed = data?.pages.flatMap(({ items }) => items) ?? []
  const hasEnded = batch !== undefined && batch.state !== 'waiting'
  useEffect(() => {
    if (hasEnded) touch(api.taskBulk.apply)
  }, [hasEnded])
  const cancel = useMutation({ mutationFn: () => call(api.taskBulk.cancelBatch, { params: { id } }) })
  const title = {
    waiting: t('taskBulk.batchTitle'),
    done: t('taskBulk.batchEnded'),
    cancelled: t('taskBulk.batchCancelled'),
  }[batch?.state ?? 'waiting']
  return (
    <Modal opened onClose={onClose} title={title} size={560}>
      <div className={classes.content}>
        {error === null ? null : <ErrorBanner title={t('taskBulk.batchFailed')} error={error} />}
        {cancel.isError ? <ErrorBanner title={t('taskBulk.batchCancelFailed')} error={cancel.error} /> : null}
        {batch === undefined ? null : (
          <>
            <Progress
              value={(100 * (batch.done + batch.failed)) / batch.total}
              aria-label={title}
              color="var(--app-accent)"
            />
            <p role="status" className="tn">
              {t('taskBulk.batchProgress', {
                done: batch.done,
                failed: batch.failed,
                left: batch.total - batch.done - batch.failed,
              })}
            </p>
            {hasEnded ? null : <p className={classes.quiet}>{t('taskBulk.batchText')}</p>}
          </>
        )}
        {failed.length === 0 ? null : (
          <>
            <strong>{t('taskBulk.batchReasons')}</strong>
            <ul className={classes.report}>
              {failed.map(({ position, taskId, name, code, message }) => (
                <li key={position}>
                  <Link to={paths.task(location, taskId)}>{name}</Link>
                  <div>{describeRefusal({ code: code ?? '', message: message ?? '' })}</div>
                </li>
              ))}
            </ul>
          </>
        )}
        <div className={classes.buttons}>
          {hasNextPage ? (
            <Button loading={isFetchingNextPage} onClick={() => void fetchMore({ data, fetchNextPage })}>
              {t('taskBulk.batchMore')}
            </Button>
          ) : null}
          {batch?.state === 'waiting' ? (
            <Button loading={cancel.isPending} onClick={() => cancel.mutate()}>
              {t('taskBulk.batchCancel')}
            </Button>
          ) : null}
          <Button data-autofocus onClick={onClose}>
            {t('taskBulk.close')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
