import { Button, Table } from '@mantine/core'
import { type DirectoryResult, type DirectoryRun, directoryResults } from '@millrace/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { ResultText } from '../../components/status/result-text.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import classes from './directories.module.css'
import { rowsQuery } from './run-query.ts'

interface Props {
  /** Of the directory. */
  readonly id: string
  readonly run: DirectoryRun
}

/** What a run changed, or a dry run would change, user by user. */
export function RunResult({ id, run }: Props) {
  const { t } = useTranslation()
  const { counts } = run
  const [result, setResult] = useState<DirectoryResult | null>(null)
  // Behind which row each page begins, up to the one that is shown.
  const [pages, setPages] = useState<readonly number[]>([0])
  const query = useQuery({
    ...rowsQuery({ id, run, result, after: pages.at(-1) ?? 0 }),
    placeholderData: keepPreviousData,
  })
  const next = query.data?.next ?? null
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (all === 0) return null
  return (
    <div className={classes.outcome}>
      <fieldset className={classes.buttons} aria-label={t('directory.filter')}>
        {([null, ...directoryResults] as const).map((one) => (
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
            {t(`directory.results.${one ?? 'all'}`)} {one === null ? all : counts[one]}
          </Button>
        ))}
      </fieldset>
      {query.isError && query.data === undefined ? (
        <QueryFailure query={query} title={t('directory.rowsFailed')} />
      ) : null}
      {query.data === undefined ? null : query.data.rows.length === 0 ? (
        <p className={classes.text}>{t('directory.noRows')}</p>
      ) : (
        <ScrollRegion label={t('directory.rows')} className={classes.scroll}>
          <PlainTable className={classes.table ?? ''}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('directory.user')}</Table.Th>
                <Table.Th>{t('directory.result')}</Table.Th>
                <Table.Th>{t('directory.detail')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {query.data.rows.map((row) => (
                <Table.Tr key={row.position}>
                  <Table.Td className={classes.name} title={row.dn}>
                    {row.name}
                  </Table.Td>
                  <Table.Td>
                    <ResultText result={row.result}>{t(`directory.results.${row.result}`)}</ResultText>
                  </Table.Td>
                  <Table.Td className={classes.detail}>
                    {row.message}
                    {row.changes.map((change) => (
                      <div key={change.field}>
                        {t(`directory.fields.${change.field}`)}: {change.old === '' ? null : <del>{change.old}</del>}{' '}
                        {change.old === '' || change.new === '' ? null : '→ '}
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
          <Button size="xs" onClick={() => setPages(pages.slice(0, -1))}>
            {t('directory.previous')}
          </Button>
        ) : null}
        {next === null ? null : (
          <Button size="xs" onClick={() => setPages([...pages, next])}>
            {t('directory.next')}
          </Button>
        )}
      </div>
    </div>
  )
}
