import { Button, Table } from '@mantine/core'
import { api, type UserImport, type UserImportResult, userImportResults } from '@millrace/contract'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { Section } from '../../components/section/section.tsx'
import { ResultText } from '../../components/status/result-text.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { call } from '../../lib/api/call.ts'
import { rowsQuery } from './import-query.ts'
import { nameField } from './map-columns.tsx'
import classes from './user-import.module.css'

interface Props {
  readonly item: UserImport
  readonly onStarted: (item: UserImport) => void
}

/** What each row would change or has changed, and the button that imports them. */
export function ImportResult({ item, onStarted }: Props) {
  const { t } = useTranslation()
  const { id, state, counts, rows } = item
  const [result, setResult] = useState<UserImportResult | null>(null)
  // Behind which row each page begins, up to the one that is shown.
  const [pages, setPages] = useState<readonly number[]>([0])
  const query = useQuery({ ...rowsQuery(id, result, pages.at(-1) ?? 0), placeholderData: keepPreviousData })
  const start = useMutation({
    mutationFn: () => call(api.userImports.start, { params: { id } }),
    onSuccess: onStarted,
  })
  const changes = counts.new + counts.changed
  const next = query.data?.next ?? null
  return (
    <Section title={t(`userImport.states.${state}`)} hint={t('userImport.counts', counts)}>
      {start.isError ? <ErrorBanner title={t('userImport.startFailed')} error={start.error} /> : null}
      {state === 'checked' && changes === 0 ? <Banner kind="info" title={t('userImport.nothing')} /> : null}
      {state === 'cancelled' ? <Banner kind="warning" title={t('userImport.cancelled', { count: changes })} /> : null}
      <fieldset className={classes.filters} aria-label={t('userImport.filter')}>
        {([null, ...userImportResults] as const).map((one) => (
          <Button
            key={one ?? 'all'}
            size="xs"
            aria-pressed={result === one}
            variant={result === one ? 'light' : 'default'}
            onClick={() => {
              setResult(one)
              setPages([0])
            }}
          >
            {t(`userImport.results.${one ?? 'all'}`)} {one === null ? sum(counts) : counts[one]}
          </Button>
        ))}
      </fieldset>
      {query.isError && query.data === undefined ? (
        <QueryFailure query={query} title={t('userImport.rowsFailed')} />
      ) : null}
      {query.data === undefined ? null : query.data.rows.length === 0 ? (
        <p className={classes.text}>{t('userImport.noRows')}</p>
      ) : (
        <ScrollRegion label={t('userImport.rows')} className={classes.scroll}>
          <PlainTable className={classes.table ?? ''}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('userImport.line')}</Table.Th>
                <Table.Th>{nameField(item.key, item, t)}</Table.Th>
                <Table.Th>{t('userImport.result')}</Table.Th>
                <Table.Th>{t('userImport.detail')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {query.data.rows.map((row) => (
                <Table.Tr key={row.position}>
                  <Table.Td className="tn">{row.line}</Table.Td>
                  <Table.Td className={classes.name}>{row.name}</Table.Td>
                  <Table.Td>
                    <ResultText result={row.result}>{t(`userImport.results.${row.result}`)}</ResultText>
                  </Table.Td>
                  <Table.Td className={classes.detail}>
                    {row.message}
                    {row.changes.map((change) => (
                      <div key={change.field}>
                        {nameField(change.field, item, t)}: {change.old === '' ? null : <del>{change.old}</del>}{' '}
                        {change.old === '' ? null : '→ '}
                        <ins>{change.new}</ins>
                      </div>
                    ))}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </PlainTable>
        </ScrollRegion>
      )}
      <div className={classes.buttons}>
        {pages.length > 1 ? (
          <Button onClick={() => setPages(pages.slice(0, -1))}>{t('userImport.previous')}</Button>
        ) : null}
        {next === null ? null : <Button onClick={() => setPages([...pages, next])}>{t('userImport.next')}</Button>}
        {state === 'checked' && changes > 0 ? (
          <Button variant="filled" className={classes.primary} loading={start.isPending} onClick={() => start.mutate()}>
            {t('userImport.start', { count: changes })}
          </Button>
        ) : null}
      </div>
      {state === 'checked' && counts.refused > 0 && changes > 0 ? (
        <p className={classes.text}>{t('userImport.withoutRefused', { count: counts.refused, rows })}</p>
      ) : null}
    </Section>
  )
}

function sum(counts: UserImport['counts']): number {
  return Object.values(counts).reduce((all, count) => all + count, 0)
}
