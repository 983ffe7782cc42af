import { Button } from '@mantine/core'
import type { DatabaseTable } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../../components/banner/banner.tsx'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import { ScrollRegion } from '../../../components/scroll-region/scroll-region.tsx'
import { SearchInput } from '../../../components/search-input/search-input.tsx'
import system from '../external-systems.module.css'
import classes from './tables.module.css'
import type { Tables } from './use-tables.ts'

/** A list of the tables of a database with their columns, with a search and pages. */
export function TableBrowser({ tables }: { readonly tables: Tables }) {
  const { t } = useTranslation()
  const { isShown, search, found, isPending, isMore, fault, error, onShow, onSearch, onMore } = tables
  if (!isShown)
    return (
      <div>
        <Button size="xs" onClick={onShow}>
          {t('externalSystems.showTables')}
        </Button>
      </div>
    )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and a legend
    <div role="group" aria-label={t('externalSystems.tables')} className={system.entries}>
      <p className={system.entriesTitle} aria-hidden>
        {t('externalSystems.tables')}
      </p>
      <p className={system.empty}>{t('externalSystems.tablesHint')}</p>
      <SearchInput value={search} onChange={onSearch} label={t('externalSystems.searchTables')} />
      {error === null ? null : <ErrorBanner title={t('externalSystems.tablesFailed')} error={error} />}
      {fault === null ? null : (
        <Banner kind="warning" title={t('externalSystems.tablesFault')}>
          {fault}
        </Banner>
      )}
      {found.length === 0 ? null : (
        <ScrollRegion label={t('externalSystems.tables')} className={classes.tables}>
          {found.map((table) => (
            <TableDetails key={`${table.schema}.${table.name}`} table={table} />
          ))}
        </ScrollRegion>
      )}
      <div role="status">
        {isPending
          ? t('externalSystems.loadingTables')
          : found.length === 0 && fault === null && error === null
            ? t('externalSystems.noTables')
            : null}
      </div>
      {isMore ? (
        <div>
          <Button size="xs" loading={isPending} onClick={onMore}>
            {t('externalSystems.moreTables')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function TableDetails({ table: { schema, name, kind, columns } }: { readonly table: DatabaseTable }) {
  const { t } = useTranslation()
  return (
    <details className={classes.table}>
      <summary>
        <code>{schema === '' ? name : `${schema}.${name}`}</code>
        <span>{t(`externalSystems.tableKinds.${kind}`)}</span>
      </summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('externalSystems.columnName')}</th>
            <th scope="col">{t('externalSystems.columnType')}</th>
            <th scope="col">{t('externalSystems.tableKey')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ name: column, type, isNullable, isKey, reference }) => (
            <tr key={column}>
              <td>
                <code>{column}</code>
              </td>
              <td>{isNullable ? type : `${type}, ${t('externalSystems.required')}`}</td>
              <td>
                {[
                  ...(isKey ? [t('externalSystems.primaryKey')] : []),
                  ...(reference === null ? [] : [t('externalSystems.refersTo', { column: reference })]),
                ].join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
