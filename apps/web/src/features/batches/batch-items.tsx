import IconDownload from 'icon:download'
import { Button, Checkbox, Table } from '@mantine/core'
import { api, type BatchDetail, type BatchItem } from '@millrace/contract'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { Link } from '../../components/link/link.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { paths } from '../../config/paths.ts'
import { call } from '../../lib/api/call.ts'
import { keyOf } from '../../lib/api/call-query.ts'
import { describeRefusal } from '../../lib/api/describe-error.ts'
import { fetchMore } from '../../lib/queries/fetch-more.ts'
import classes from './batches.module.css'
import { useResultsFile } from './use-results-file.ts'

/** The result of each item, and how it is now. */
export function BatchItems({ batch }: { batch: BatchDetail }) {
  const { t } = useTranslation()
  const { id, state, done, failed } = batch
  const [onlyFailed, setOnlyFailed] = useState(failed > 0)
  const wanted = onlyFailed ? 'true' : 'false'
  const query = useInfiniteQuery({
    // With what has been done so far, so that results follow.
    queryKey: keyOf(api.batches.items, id, wanted, state, done + failed),
    queryFn: ({ pageParam, signal }) =>
      call(api.batches.items, { params: { id }, query: { after: pageParam, failed: wanted }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ items, isMore }) => (isMore ? items.at(-1)?.position : undefined),
    placeholderData: (before) => before,
  })
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const save = useResultsFile()
  const download = useMutation({ mutationFn: () => save(batch, wanted) })
  return (
    <>
      <div className={classes.tools}>
        <Checkbox
          label={t('batch.onlyFailed')}
          checked={onlyFailed}
          onChange={(event) => setOnlyFailed(event.currentTarget.checked)}
        />
        <Button
          size="xs"
          leftSection={<IconDownload size={15} stroke={1.6} />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('batch.download')}
        </Button>
      </div>
      {download.isError ? <ErrorBanner title={t('batch.downloadFailed')} error={download.error} /> : null}
      <QueryFailure query={query} title={t('batch.itemsFailed')} isRegion />
      {data !== undefined && items.length === 0 ? <p>{t('batch.noItems')}</p> : null}
      {items.length === 0 ? null : <ItemTable items={items} />}
      {hasNextPage ? (
        <Button mt={8} size="xs" loading={isFetchingNextPage} onClick={() => void fetchMore({ data, fetchNextPage })}>
          {t('batch.more')}
        </Button>
      ) : null}
    </>
  )
}

function ItemTable({ items }: { items: readonly BatchItem[] }) {
  const { t } = useTranslation()
  const hasNow = items.some(({ now }) => now !== null)
  return (
    <ScrollRegion className={classes.frame} label={t('batch.results')}>
      <PlainTable className={classes.table} aria-label={t('batch.results')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('batch.item')}</Table.Th>
            <Table.Th scope="col">{t('batch.result')}</Table.Th>
            {hasNow ? <Table.Th scope="col">{t('batch.now')}</Table.Th> : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <Table.Tr key={item.position}>
              <Table.Td>
                <Item item={item} />
              </Table.Td>
              <Table.Td className={classes.message}>
                <Result item={item} />
              </Table.Td>
              {hasNow ? <Table.Td>{item.now === null ? null : t(`batchNow.${item.now}`)}</Table.Td> : null}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </PlainTable>
    </ScrollRegion>
  )
}

function Item({ item: { subject, subjectId, name, now } }: { item: BatchItem }) {
  if (subject === 'instance' && now !== null) return <Link to={paths.engineInstance(subjectId)}>{name}</Link>
  if (subject === 'batch') return <Link to={paths.batch(subjectId)}>{name}</Link>
  return <>{name}</>
}

function Result({ item: { state, code, message } }: { item: BatchItem }) {
  const { t } = useTranslation()
  if (state === 'failed') return <>{describeRefusal({ code: code ?? '', message: message ?? '' })}</>
  return <>{t(state === 'done' ? 'batch.itemDone' : 'batch.itemWaiting')}</>
}
