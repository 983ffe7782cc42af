import { Table } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { ShortTime } from '../../components/dates/dates.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { Link } from '../../components/link/link.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import classes from './applications.module.css'

interface Part {
  readonly id: string
  readonly name: string
  readonly key: string
  readonly version: number
  readonly updatedAt: string
  readonly to: string
  /** Where it can be started; left out where the user cannot. */
  readonly startAt?: string | undefined
}

interface Props {
  readonly label: string
  readonly query: UseQueryResult
  /** How many there are, as the application says. */
  readonly count: number
  /** Undefined: not there yet. */
  readonly parts: readonly Part[] | undefined
  readonly failed: string
  readonly none: string
  /** Where all of them are listed, with what the list of the application is narrowed by. */
  readonly all: { readonly to: string; readonly search: Readonly<Record<string, string>> }
  readonly add: ReactNode
}

/** The enabled parts of one kind in an application: the first ones by name. */
export function PartTable({ label, query, count, parts, failed, none, all, add }: Props) {
  const { t } = useTranslation()
  const hasStart = parts?.some(({ startAt }) => startAt !== undefined) === true
  return (
    <div className={classes.part}>
      <div className={classes.tools}>
        <LinkButton size="xs" to={all.to} search={all.search}>
          {t('applications.allOfThem')}
        </LinkButton>
        {add}
      </div>
      <QueryFailure query={query} title={failed} />
      {parts === undefined && !query.isError ? <SkeletonRows count={Math.min(count, 20) + 1} height={40} /> : null}
      {parts?.length === 0 ? <p className={classes.none}>{none}</p> : null}
      {parts === undefined || parts.length === 0 ? null : (
        <ScrollRegion label={label} className={classes.scroll}>
          <PlainTable className={classes.table} aria-label={label}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('applications.name')}</Table.Th>
                <Table.Th className={classes.key}>{t('applications.key')}</Table.Th>
                <Table.Th>{t('applications.version')}</Table.Th>
                <Table.Th>{t('applications.updated')}</Table.Th>
                {hasStart ? <Table.Th>{t('applications.startHead')}</Table.Th> : null}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {parts.map(({ id, name, key, version, updatedAt, to, startAt }) => (
                <Table.Tr key={id}>
                  <Table.Td>
                    <Link to={to}>{name}</Link>
                  </Table.Td>
                  <Table.Td className={classes.key}>{key}</Table.Td>
                  <Table.Td className="tn">{version}</Table.Td>
                  <Table.Td>
                    <ShortTime at={updatedAt} />
                  </Table.Td>
                  {hasStart ? (
                    <Table.Td>
                      {startAt === undefined ? null : (
                        <LinkButton size="xs" to={startAt} aria-label={t('applications.startDeployed', { name })}>
                          {t('applications.start')}
                        </LinkButton>
                      )}
                    </Table.Td>
                  ) : null}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </PlainTable>
        </ScrollRegion>
      )}
    </div>
  )
}
