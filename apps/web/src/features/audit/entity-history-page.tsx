import IconHistory from 'icon:history'
import { Button } from '@mantine/core'
import { api } from '@millrace/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CopyId } from '../../components/copy-id/copy-id.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { Absent, findAwaited, StaleNotice } from '../../components/page/awaited-page.tsx'
import { MetaFact, MetaRow } from '../../components/page/meta-row.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { paths } from '../../config/paths.ts'
import { call } from '../../lib/api/call.ts'
import { keyOf } from '../../lib/api/call-query.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import classes from './audit.module.css'
import { EntityState } from './entity-state.tsx'
import { HistoryTable } from './history-table.tsx'
import { presentEntity } from './present-change.ts'

/** The page with the changes of all entities of a kind, or of one entity with `?id=`. */
export function Page() {
  const { t } = useTranslation()
  const { entityName = '' } = useParams({ strict: false })
  const [{ id }] = useSearchState()
  const found = useInfiniteQuery({
    queryKey: keyOf(api.audit.history, entityName, id ?? null),
    queryFn: ({ pageParam, signal }) =>
      call(api.audit.history, {
        params: { entity: entityName },
        query: { ...(id === undefined ? {} : { id }), ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ older }) => older,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  })
  const awaited = {
    query: found,
    failed: t('audit.historyFailed'),
    gone: { title: t('audit.historyGone'), text: t('audit.historyGoneText') },
  }
  const changes = findAwaited(found)
  const kind = presentEntity(entityName, t)
  const name = changes?.find((change) => change.name !== null)?.name
  const title = id === undefined || name === undefined || name === null ? kind : `${kind} “${name}”`
  return (
    <>
      <PageHeader
        key={`${entityName} ${id ?? ''}`}
        title={changes === undefined ? undefined : title}
        help={t(id === undefined ? 'audit.kindHelp' : 'audit.historyHelp')}
        actions={
          id === undefined || changes === undefined ? null : (
            <LinkButton size="xs" to={paths.auditEntity(entityName)}>
              {t('audit.allOfKind')}
            </LinkButton>
          )
        }
      >
        {id === undefined || changes === undefined ? null : (
          <MetaRow>
            <MetaFact label={t('audit.id')}>
              <CopyId id={id} />
            </MetaFact>
          </MetaRow>
        )}
      </PageHeader>
      {changes === undefined ? (
        <Absent {...awaited} />
      ) : (
        <PageBody>
          <StaleNotice {...awaited} />
          {changes.length === 0 ? (
            <EmptyState icon={IconHistory} title={t('audit.kindEmpty')} text={t('audit.kindEmptyText')} />
          ) : (
            <HistoryTable label={title} changes={changes} isOfOne={id !== undefined} />
          )}
          {found.hasNextPage ? (
            <div className={classes.more}>
              <Button loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
                {t('audit.older')}
              </Button>
            </div>
          ) : null}
          {id === undefined ? null : <EntityState entity={entityName} id={id} name={title} changes={changes} />}
        </PageBody>
      )}
    </>
  )
}
