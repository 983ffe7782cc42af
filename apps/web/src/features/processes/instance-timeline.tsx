import { Button, Switch } from '@mantine/core'
import { api, type InstanceDetail, type InstanceEvent } from '@millrace/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { NothingMatches } from '../../components/empty-state/nothing-matches.tsx'
import { Timeline } from '../../components/timeline/timeline.tsx'
import { call } from '../../lib/api/call.ts'
import { keyOf } from '../../lib/api/call-query.ts'
import { fetchMore } from '../../lib/queries/fetch-more.ts'
import classes from './instance-data.module.css'
import { presentEvent } from './instance-history.tsx'
import type { Selection } from './instance-record.tsx'
import own from './user-instance.module.css'

/** What people ask for by itself: the rest are details of what a program did. */
const details: ReadonlySet<InstanceEvent['kind']> = new Set([
  'variable-set',
  'variable-removed',
  'work-done',
  'attempt-failed',
])

const pageSize = 100

/** The actions on an instance with users and times, the newest first, page by page. */
export function InstanceTimeline({ instance, selection }: { instance: InstanceDetail; selection: Selection }) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const query = useInfiniteQuery({
    queryKey: keyOf(api.processes.history, { id: instance.id }, 'pages'),
    queryFn: ({ pageParam, signal }) =>
      call(api.processes.history, {
        params: { id: instance.id },
        query: { size: pageSize, ...(pageParam === '' ? {} : { after: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const failure = (
    <QueryFailure query={query} title={t('instance.historyFailed')} isRegion className={classes.message} />
  )
  if (query.data === undefined) return query.isError ? failure : <SkeletonRows count={6} height={36} />
  const events = query.data.pages.flatMap(({ items }) => items)
  const shown = events.filter(
    ({ elementId, kind }) =>
      (selection.elementId === null || elementId === selection.elementId) && (isWhole || !details.has(kind)),
  )
  return (
    <>
      {failure}
      {instance.permissions.seeVariables ? (
        <div className={own.foot}>
          <Switch
            size="xs"
            label={t('instance.showDetails')}
            checked={isWhole}
            onChange={(event) => setWhole(event.currentTarget.checked)}
          />
        </div>
      ) : null}
      {shown.length === 0 && selection.elementId !== null ? (
        <NothingMatches
          text={t('instance.historyNotOfStep')}
          action={t('instance.showAll')}
          onClear={() => selection.select(null)}
        />
      ) : null}
      <div className={classes.timeline}>
        <Timeline
          label={t('instance.timeline')}
          items={shown.map((event) => presentEvent(event, { process: instance.definition.name, t }))}
        />
      </div>
      {query.hasNextPage ? (
        <div className={own.foot}>
          <Button size="xs" loading={query.isFetchingNextPage} onClick={() => void fetchMore(query)}>
            {t('instance.showOlder')}
          </Button>
        </div>
      ) : null}
    </>
  )
}
