import IconSearchOff from 'icon:search-off'
import { type AnswerOf, api } from '@millrace/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { paths } from '../../config/paths.ts'
import { call } from '../../lib/api/call.ts'
import { keyOf } from '../../lib/api/call-query.ts'
import type { FoundItem } from './found-item.ts'
import { FoundRows } from './found-rows.tsx'
import classes from './search.module.css'
import { type Kind, useFoundProcesses } from './use-found.ts'

interface Props {
  readonly q: string
  /** The mark that the page begins behind. */
  readonly after: string | undefined
}

/** All results of one kind: page by page, or all of the small number of processes. */
export function KindResults({ kind, ...props }: Props & { kind: Kind }) {
  return kind === 'processes' ? <ProcessResults q={props.q} /> : <PagedResults kind={kind} {...props} />
}

function ProcessResults({ q }: { q: string }) {
  const processes = useFoundProcesses(q)
  if (processes === undefined) return <SkeletonRows count={8} height={40} />
  return <Rows q={q} kind="processes" items={processes.map((process) => ({ kind: 'processes', ...process }))} />
}

function PagedResults({ q, kind, after }: Props & { kind: PagedKind }) {
  const { t } = useTranslation()
  const query = usePage(kind, { q, ...(after === undefined ? {} : { after }) })
  const { data } = query
  return (
    <>
      <QueryFailure query={query} title={t('searchPage.failed')} />
      {data === undefined && !query.isError ? <SkeletonRows count={8} height={40} /> : null}
      {data && (data.items.length > 0 || after === undefined) ? <Rows q={q} kind={kind} items={data.items} /> : null}
      {data === undefined || (data.next === null && after === undefined) ? null : (
        <nav className={classes.foot} aria-label={t('searchPage.later')}>
          {after === undefined ? null : (
            <LinkButton to={paths.search} search={{ q, kind }}>
              {t('searchPage.first')}
            </LinkButton>
          )}
          {data.next === null ? (
            <p className={classes.note}>{t('searchPage.end')}</p>
          ) : (
            <LinkButton to={paths.search} search={{ q, kind, after: data.next }}>
              {t('searchPage.next')}
            </LinkButton>
          )}
        </nav>
      )}
    </>
  )
}

function Rows({ q, kind, items }: { q: string; kind: Kind; items: readonly FoundItem[] }) {
  const { t } = useTranslation()
  if (items.length > 0) return <FoundRows label={t(`palette.${kind}`)} items={items} q={q} />
  return (
    <EmptyState icon={IconSearchOff} title={t('searchPage.noneTitle', { words: q })} text={t('searchPage.noneText')} />
  )
}

type PagedKind = Exclude<Kind, 'processes'>

interface FoundPage {
  readonly items: readonly FoundItem[]
  readonly next: string | null
}

function usePage(kind: PagedKind, query: { q: string; after?: string }): UseQueryResult<FoundPage> {
  return useQuery({
    queryKey: keyOf(api.search[kind], query),
    queryFn: async ({ signal }) => fetchers[kind](query, signal),
  })
}

type Ask = (query: { q: string; after?: string }, signal: AbortSignal) => Promise<FoundPage>

/** The items of a page, with what they are. */
async function withKind<K extends PagedKind>(
  kind: K,
  answer: Promise<AnswerOf<(typeof api.search)[K]>>,
): Promise<FoundPage> {
  const { items, next } = await answer
  return { items: items.map((item) => ({ kind, ...item }) as FoundItem), next }
}

const fetchers: Readonly<Record<PagedKind, Ask>> = {
  tasks: (query, signal) => withKind('tasks', call(api.search.tasks, { query, signal })),
  instances: (query, signal) => withKind('instances', call(api.search.instances, { query, signal })),
  files: (query, signal) => withKind('files', call(api.search.files, { query, signal })),
}
