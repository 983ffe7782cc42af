import { Button, Checkbox, Table } from '@mantine/core'
import { api, type IncidentBatch, type IncidentBatchItem } from '@millrace/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { call } from '../../lib/api/call.ts'
import { keyOf } from '../../lib/api/call-query.ts'
import { describeRefusal } from '../../lib/api/describe-error.ts'
import { fetchMore } from '../../lib/queries/fetch-more.ts'
import classes from './incident-groups.module.css'

/** The outcome of each incident of a retry of all. */
export function BatchResults({ batch: { id, state, done, failed } }: { batch: IncidentBatch }) {
  const { t } = useTranslation()
  const [onlyFailed, setOnlyFailed] = useState(failed > 0)
  const wanted = onlyFailed ? 'true' : 'false'
  const query = useInfiniteQuery({
    // With what has been done so far, so that results follow.
    queryKey: keyOf(api.incidentGroups.batch, id, wanted, state === 'waiting' ? done + failed : state),
    queryFn: ({ pageParam, signal }) =>
      call(api.incidentGroups.batch, { params: { id }, query: { after: pageParam, failed: wanted }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ items, isMore }) => (isMore ? items.at(-1)?.position : undefined),
    placeholderData: (before) => before,
  })
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const items = data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <Checkbox
        my={8}
        label={t('incidentGroup.onlyFailed')}
        checked={onlyFailed}
        onChange={(event) => setOnlyFailed(event.currentTarget.checked)}
      />
      <QueryFailure query={query} title={t('incidentGroup.batchFailed')} isRegion />
      {data !== undefined && items.length === 0 ? <p>{t('incidentGroup.noResults')}</p> : null}
      {items.length === 0 ? null : (
        <ScrollRegion className={classes.frame} label={t('incidentGroup.batchResults')}>
          <PlainTable className={classes.table} aria-label={t('incidentGroup.batchResults')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('incidentGroup.batchItem')}</Table.Th>
                <Table.Th scope="col">{t('incidentGroup.batchResult')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {items.map((item) => (
                <Table.Tr key={item.position}>
                  <Table.Td>{item.name}</Table.Td>
                  <Table.Td className={classes.message}>
                    <Result item={item} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </PlainTable>
        </ScrollRegion>
      )}
      {hasNextPage ? (
        <Button mt={8} size="xs" loading={isFetchingNextPage} onClick={() => void fetchMore({ data, fetchNextPage })}>
          {t('incidentGroup.moreResults')}
        </Button>
      ) : null}
    </>
  )
}

function Result({ item: { state, code, message } }: { item: IncidentBatchItem }) {
  const { t } = useTranslation()
  if (state === 'failed') return <>{describeRefusal({ code: code ?? '', message: message ?? '' })}</>
  return <>{t(state === 'done' ? 'incidentGroup.itemDone' : 'incidentGroup.itemWaiting')}</>
}
