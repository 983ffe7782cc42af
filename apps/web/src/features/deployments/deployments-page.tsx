import IconPackage from 'icon:package'
import IconUpload from 'icon:upload'
import { Button } from '@mantine/core'
import type { DeploymentRow } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { type DataColumn, DataTable } from '../../components/data-table/data-table.tsx'
import { ListToolbar } from '../../components/data-table/list-toolbar.tsx'
import { Pager } from '../../components/data-table/pager.tsx'
import { DateTime } from '../../components/dates/dates.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { NothingMatches } from '../../components/empty-state/nothing-matches.tsx'
import { Link } from '../../components/link/link.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { Person } from '../../components/person/person.tsx'
import { paths } from '../../config/paths.ts'
import type { Translate } from '../../lib/i18n.ts'
import { useListState } from '../../lib/use-list-state.ts'
import { DeployDialog } from './deploy-dialog.tsx'
import { deploymentSorts, deploymentsQuery } from './deployment-queries.ts'
import classes from './deployments.module.css'

/** What has been deployed, and the way to deploy more. */
export function Page() {
  const { t } = useTranslation()
  const [list, setList] = useListState(deploymentSorts)
  const { page, size, sort, q, hidden } = list
  const { data, isError, error, refetch, isPlaceholderData } = useQuery(deploymentsQuery(list))
  const columns = useMemo(() => buildColumns(t), [t])
  const [isDeploying, setDeploying] = useState(false)
  const setHidden = (ids: readonly string[]) =>
    setList({ hide: ids.join(','), page: page === 1 ? undefined : String(page) }, { replace: true })
  const isEmpty = data?.items.length === 0
  const isUnused = isEmpty && q === '' && page === 1
  const deployButton = (size: 'xs' | 'sm') => (
    <Button
      size={size}
      variant="filled"
      leftSection={<IconUpload size={15} stroke={1.6} />}
      onClick={() => setDeploying(true)}
    >
      {t('deployments.deploy')}
    </Button>
  )
  return (
    <>
      <PageHeader help={t('deployments.help')} actions={isUnused ? null : deployButton('xs')} />
      {isUnused ? null : (
        <ListToolbar
          searchLabel={t('deployments.search')}
          q={q}
          onSearch={(text) => setList({ q: text }, { replace: true })}
          columns={columns}
          hidden={hidden}
          onHiddenChange={setHidden}
        />
      )}
      <PageBody flush>
        {isError ? (
          <div className={classes.message}>
            <ErrorBanner title={t('deployments.failed')} error={error} onRetry={() => void refetch()} />
          </div>
        ) : null}
        {data === undefined && !isError ? <SkeletonRows count={10} height={40} /> : null}
        {isUnused ? (
          <EmptyState
            icon={IconPackage}
            title={t('deployments.noneTitle')}
            text={t('deployments.noneText')}
            actions={deployButton('sm')}
          />
        ) : null}
        {isEmpty && !isUnused ? <NothingMatches onClear={() => setList({ q: undefined })} /> : null}
        {data && !isEmpty ? (
          <DataTable
            label={t('deployments.title')}
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
      <DeployDialog isOpen={isDeploying} onClose={() => setDeploying(false)} />
    </>
  )
}

function buildColumns(t: Translate): DataColumn<DeploymentRow>[] {
  return [
    {
      id: 'name',
      label: t('deployments.name'),
      isSortable: true,
      isFixed: true,
      cell: ({ id, name }) => <Link to={paths.deployment(id)}>{name ?? t('deployments.unnamed')}</Link>,
    },
    { id: 'files', label: t('deployments.files'), cell: (row) => presentFiles(row, t) },
    {
      id: 'content',
      label: t('deployments.content'),
      cell: ({ counts }) =>
        [
          counts.processes > 0 ? t('deployments.processes', { count: counts.processes }) : null,
          counts.decisions > 0 ? t('deployments.decisions', { count: counts.decisions }) : null,
        ]
          .filter((part) => part !== null)
          .join(', '),
    },
    {
      id: 'deployed',
      label: t('deployments.deployed'),
      isSortable: true,
      cell: ({ deployedAt }) => <DateTime at={deployedAt} />,
    },
    {
      id: 'deployedBy',
      label: t('deployments.deployedBy'),
      cell: ({ deployedBy }) => (deployedBy === null ? null : <Person person={deployedBy} />),
    },
    { id: 'source', label: t('deployments.source'), cell: ({ source }) => source },
  ]
}

function presentFiles({ files, counts }: DeploymentRow, t: Translate) {
  const more = counts.files - files.length
  const text = files.join(', ')
  return (
    <span title={text}>
      {text} {more > 0 ? t('deployments.moreFiles', { count: more }) : null}
    </span>
  )
}
