import { Button, Table } from '@mantine/core'
import type { DirectoryResult } from '@millrace/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../banner/query-failure.tsx'
import { ScrollRegion } from '../scroll-region/scroll-region.tsx'
import { ResultText } from '../status/result-text.tsx'
import { PlainTable } from '../table/plain-table.tsx'
import classes from './result-rows.module.css'
import type { ResultPages } from './use-result-pages.ts'

/** The result of an import or a run of a directory for one user. */
interface ResultRow {
  readonly position: number
  readonly name: string
  readonly result: DirectoryResult
  readonly message: string
  readonly changes: readonly { readonly field: string; readonly old: string; readonly new: string }[]
}

interface Props<Result extends DirectoryResult, Row extends ResultRow> {
  readonly results: readonly Result[]
  readonly counts: Readonly<Record<Result, number>>
  readonly pages: ResultPages<Result>
  readonly query: UseQueryResult<{ readonly rows: readonly Row[]; readonly next: number | null }>
  /** The heading of the names. */
  readonly nameLabel: string
  readonly titleOf?: (row: Row) => string
  /** Returns the line of the file, for rows of a file. */
  readonly lineOf?: (row: Row) => number
  readonly nameField: (field: Row['changes'][number]['field']) => string
  /** A button next to the buttons for pages. */
  readonly children?: ReactNode
}

/** A table of the users of an import or run with the result for each, filtered by result, with pages. */
export function ResultRows<Result extends DirectoryResult, Row extends ResultRow>({
  results,
  counts,
  pages,
  query,
  nameLabel,
  titleOf,
  lineOf,
  nameField,
  children,
}: Props<Result, Row>) {
  const { t } = useTranslation()
  const next = query.data?.next ?? null
  const nameResult = (result: DirectoryResult | 'all') => t(`resultRows.results.${result}`)
  const all = results.reduce((sum, one) => sum + counts[one], 0)
  return (
    <>
      <fieldset className={classes.buttons} aria-label={t('resultRows.filter')}>
        {([null, ...results] as const).map((one) => (
          <Button
            key={one ?? 'all'}
            size="xs"
            aria-pressed={pages.result === one}
            variant={pages.result === one ? 'light' : 'default'}
            onClick={() => pages.choose(one)}
          >
            {nameResult(one ?? 'all')} {one === null ? all : counts[one]}
          </Button>
        ))}
      </fieldset>
      {query.isError && query.data === undefined ? <QueryFailure query={query} title={t('resultRows.failed')} /> : null}
      {query.data === undefined ? null : query.data.rows.length === 0 ? (
        <p className={classes.text}>{t('resultRows.none')}</p>
      ) : (
        <ScrollRegion label={t('resultRows.rows')} className={classes.scroll}>
          <PlainTable className={classes.table ?? ''}>
            <Table.Thead>
              <Table.Tr>
                {lineOf === undefined ? null : <Table.Th>{t('resultRows.line')}</Table.Th>}
                <Table.Th>{nameLabel}</Table.Th>
                <Table.Th>{t('resultRows.result')}</Table.Th>
                <Table.Th>{t('resultRows.detail')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {query.data.rows.map((row) => (
                <Table.Tr key={row.position}>
                  {lineOf === undefined ? null : <Table.Td className="tn">{lineOf(row)}</Table.Td>}
                  <Table.Td className={classes.name} title={titleOf?.(row)}>
                    {row.name}
                  </Table.Td>
                  <Table.Td>
                    <ResultText result={row.result}>{nameResult(row.result)}</ResultText>
                  </Table.Td>
                  <Table.Td className={classes.detail}>
                    {row.message}
                    {row.changes.map((change) => (
                      <div key={change.field}>
                        {nameField(change.field)}: {change.old === '' ? null : <del>{change.old}</del>}{' '}
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
        {pages.isFirst ? null : (
          <Button size="xs" onClick={pages.goBack}>
            {t('resultRows.previous')}
          </Button>
        )}
        {next === null ? null : (
          <Button size="xs" onClick={() => pages.goOn(next)}>
            {t('resultRows.next')}
          </Button>
        )}
        {children}
      </div>
    </>
  )
}
