import IconStack2 from 'icon:stack-2'
import type { InstanceRow } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { FilterChip } from '../../components/chip/filter-chip.tsx'
import { type DataColumn, DataTable } from '../../components/data-table/data-table.tsx'
import { FilterMenu } from '../../components/data-table/filter-menu.tsx'
import { ListToolbar } from '../../components/data-table/list-toolbar.tsx'
import { Pager } from '../../components/data-table/pager.tsx'
import { DateTime } from '../../components/dates/dates.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { NothingMatches } from '../../components/empty-state/nothing-matches.tsx'
import { Link } from '../../components/link/link.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { StatusBadge } from '../../components/status/status-badge.tsx'
import { paths } from '../../config/paths.ts'
import type { Translate } from '../../lib/i18n.ts'
import { useListState } from '../../lib/use-list-state.ts'
import { instanceStates, startedByMeQuery, startedByMeSorts } from './process-queries.ts'

/** Every instance that the user started, and where it stands. */
export function Page() {
  const { t } = useTranslation()
  const [list, setList] = useListState(startedByMeSorts)
  const { page, size, sort, q, hidden, filters } = list
  const state = instanceStates.find((name) => name === filters.state)
  const { data, isError, error, refetch, isPlaceholderData } = useQuery(
    startedByMeQuery({ page, size, sort, q, state }),
  )
  const columns = useMemo(() => buildColumns(t), [t])
  const setHidden = (ids: readonly string[]) =>
    setList({ hide: ids.join(','), page: page === 1 ? undefined : String(page) }, { replace: true })
  const isFiltered = q !== '' || state !== undefined
  return (
    <>
      <PageHeader help={t('processes.startedByMeHelp')} />
      <ListToolbar
        searchLabel={t('processes.search')}
        q={q}
        onSearch={(text) => setList({ q: text }, { replace: true })}
        columns={columns}
        hidden={hidden}
        onHiddenChange={setHidden}
        filters={
          state === undefined ? (
            <FilterMenu
              groups={[
                {
                  name: 'state',
                  label: t('common.state'),
                  choices: instanceStates.map((value) => ({ value, label: t(`status.${value}`) })),
                },
              ]}
              onChoose={(name, value) => setList({ [name]: value })}
            />
          ) : (
            <FilterChip
              name={t('tasks.filterIs', { name: t('common.state') })}
              value={t(`status.${state}`)}
              onRemove={() => setList({ state: undefined })}
            />
          )
        }
      />
      <PageBody flush>
        {isError ? <ErrorBanner title={t('processes.failed')} error={error} onRetry={() => void refetch()} /> : null}
        {data === undefined && !isError ? <SkeletonRows count={10} height={40} /> : null}
        {data?.items.length === 0 && isFiltered ? (
          <NothingMatches onClear={() => setList({ q: undefined, state: undefined })} />
        ) : null}
        {data?.items.length === 0 && !isFiltered ? <NothingStarted /> : null}
        {data && data.items.length > 0 ? (
          <DataTable
            label={t('processes.startedByMeTitle')}
            columns={columns}
            rows={data.items}
            getRowId={(row) => row.id}
            sort={sort}
            onSortChange={(next) => setList({ sort: next })}
            hidden={hidden}
            onHiddenChange={setHidden}
            isStale={isPlaceholderData}
          />
        ) : null}
      </PageBody>
      {data && data.total > 0 ? (
        <Pager
          page={page}
          size={size}
          total={data.total}
          isTotalCapped={data.isTotalCapped}
          onPageChange={(next) => setList({ page: next === 1 ? undefined : String(next) })}
          onSizeChange={(next) => setList({ size: String(next) })}
        />
      ) : null}
    </>
  )
}

function NothingStarted() {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={IconStack2}
      title={t('processes.noneTitle')}
      text={t('processes.noneText')}
      actions={
        <LinkButton to={paths.home} variant="filled">
          {t('processes.start')}
        </LinkButton>
      }
    />
  )
}

function buildColumns(t: Translate): DataColumn<InstanceRow>[] {
  return [
    {
      id: 'process',
      label: t('processes.process'),
      isSortable: true,
      isFixed: true,
      cell: ({ id, definition }) => <Link to={paths.instance(id)}>{definition.name}</Link>,
    },
    {
      id: 'key',
      label: t('processes.key'),
      isSortable: true,
      cell: ({ businessKey }) => businessKey ?? t('processes.withoutKey'),
    },
    { id: 'state', label: t('common.state'), cell: ({ state }) => <StatusBadge status={state} /> },
    {
      id: 'waitsAt',
      label: t('processes.waitsAt'),
      cell: ({ waitsAt }) => <span title={waitsAt.join(', ')}>{waitsAt.join(', ')}</span>,
    },
    {
      id: 'started',
      label: t('processes.started'),
      isSortable: true,
      cell: ({ startedAt }) => <DateTime at={startedAt} />,
    },
    {
      id: 'ended',
      label: t('processes.ended'),
      isSortable: true,
      cell: ({ endedAt }) => (endedAt === null ? null : <DateTime at={endedAt} />),
    },
  ]
}
