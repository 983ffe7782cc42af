import { Button } from '@mantine/core'
import { api, type Comment } from '@millrace/contract'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/call.ts'
import { keyOf } from '../../lib/api/call-query.ts'
import { useWatch } from '../../lib/live/watched.ts'
import { fetchMore } from '../../lib/queries/fetch-more.ts'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { SkeletonRows } from '../delayed/skeleton-rows.tsx'
import { CommentEditor } from './comment-editor.tsx'
import { CommentItem } from './comment-item.tsx'
import classes from './comments.module.css'

/** The object of comments: a task, or an instance with its tasks. */
export interface CommentSubject {
  readonly of: 'task' | 'instance'
  readonly id: string
}

interface Props {
  readonly subject: CommentSubject
  /** For a task: its instance, if the user may see it. Its comments are shown too. */
  readonly instanceId?: string | null
}

/** The comments on a task or an instance, newest first, with an editor for a new one. */
export function Comments({ subject, instanceId = null }: Props) {
  const { t } = useTranslation()
  const [round, setRound] = useState(0)
  useWatch([`${subject.of}:${subject.id}`, ...(instanceId === null ? [] : [`instance:${instanceId}`])])
  const query = useInfiniteQuery({
    queryKey: keyOf(api.comments.list, subject),
    queryFn: ({ pageParam, signal }) =>
      call(api.comments.list, {
        params: subject,
        query: pageParam === null ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, items }) => (hasMore ? (items.at(-1)?.id ?? null) : null),
  })
  const add = useMutation({
    mutationFn: (message: string) => call(api.comments.add, { params: subject, body: { message } }),
    onSuccess: () => setRound((before) => before + 1),
  })
  const items: readonly Comment[] = query.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className={classes.comments}>
      {add.isError ? (
        <ErrorBanner title={t('comments.addFailed')} error={add.error} comfort={t('comments.kept')} />
      ) : null}
      <CommentEditor
        key={round}
        subject={subject}
        label={t('comments.label')}
        action={t('comments.add')}
        isPending={add.isPending}
        onSubmit={(message) => add.mutate(message)}
      />
      {query.isError && query.data === undefined ? (
        <ErrorBanner title={t('comments.failed')} error={query.error} />
      ) : null}
      {query.isPending ? <SkeletonRows count={3} height={48} /> : null}
      {query.data !== undefined && items.length === 0 ? (
        <div className={classes.empty}>
          <p>{t('comments.emptyTitle')}</p>
          <p className={classes.quiet}>{t('comments.emptyText')}</p>
        </div>
      ) : null}
      {items.length > 0 ? (
        <ol className={classes.list} aria-label={t('comments.title')}>
          {items.map((comment) => (
            <CommentItem key={comment.id} subject={subject} instanceId={instanceId} comment={comment} />
          ))}
        </ol>
      ) : null}
      {query.hasNextPage ? (
        <Button size="xs" loading={query.isFetchingNextPage} onClick={() => void fetchMore(query)}>
          {t('comments.older')}
        </Button>
      ) : null}
    </div>
  )
}
