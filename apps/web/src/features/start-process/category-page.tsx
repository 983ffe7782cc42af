import IconFolderOff from 'icon:folder-off'
import { homeCategory } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { type Choice, ChoiceChips } from '../../components/chip/choice-chips.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { lazyPart } from '../../components/lazy-part/lazy-part.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { SearchInput } from '../../components/search-input/search-input.tsx'
import { TileSkeletons } from '../../components/tile/tile.tsx'
import { paths } from '../../config/paths.ts'
import { hasCode } from '../../lib/api/api-error.ts'
import { usePreference } from '../../lib/preferences.ts'
import { startableProcessesQuery } from '../../lib/queries/startable-processes.ts'
import { useScreen } from '../../lib/use-screen.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { useTaskCounts } from '../../lib/use-task-counts.ts'
import { Catalogue } from './catalogue.tsx'
import classes from './category-page.module.css'
import { listMostUsed, type ProcessFilter } from './startable-processes.ts'
import { ViewSwitch } from './view-switch.tsx'

const filters = ['all', 'favourites', 'recent', 'most-used'] as const satisfies readonly ProcessFilter[]

const DraftStrip = lazyPart(() => import('./draft-strip.tsx'))

/** The page with the processes of a category that the user may start; Home has all of them. */
export function Page() {
  const { t } = useTranslation()
  const { categoryName = homeCategory } = useParams({ strict: false })
  const isHome = categoryName === homeCategory
  const asked = useQuery(startableProcessesQuery(categoryName))
  const { data, isError } = asked
  const isGone = hasCode(asked.error, 'thing.not-found')
  const [search, setSearch] = useSearchState()
  const [view, setView] = usePreference('catalogueView')
  const counts = useTaskCounts({ isBeside: true })
  const isPhone = useScreen() === 'phone'
  const query = search.q ?? ''
  const filter = filters.find((name) => name === search.show) ?? 'all'
  const choices: Choice<ProcessFilter>[] = [
    { value: 'all', label: t('startProcess.all'), count: data?.length },
    {
      value: 'favourites',
      label: t('startProcess.favourites'),
      count: data?.filter((item) => item.isFavourite).length,
    },
    {
      value: 'recent',
      label: t('startProcess.recent'),
      count: data?.filter((item) => item.lastStartedAt !== null).length,
    },
    { value: 'most-used', label: t('startProcess.mostUsed'), count: data && listMostUsed(data).length },
  ]
  return (
    <>
      <PageHeader
        title={isHome ? t('startProcess.title') : categoryName}
        crumb={categoryName}
        trail={isHome ? [] : [{ label: homeCategory, to: paths.home }]}
        help={t('startProcess.help')}
        actions={isPhone ? null : <ViewSwitch view={view} onChange={setView} />}
      />
      <PageBody>
        <div className={classes.tools}>
          <SearchInput
            className={classes.search}
            label={t('startProcess.searchLabel')}
            placeholder={data ? t('startProcess.search', { count: data.length }) : t('startProcess.searchLabel')}
            value={query}
            onChange={(q) => setSearch({ q: q === '' ? undefined : q }, { replace: true })}
          />
          <ChoiceChips
            label={t('startProcess.show')}
            choices={choices}
            value={filter}
            onChange={(value) => setSearch({ show: value === 'all' ? undefined : value })}
          />
        </div>
        {isHome && (counts?.startDrafts ?? 0) > 0 ? <DraftStrip count={counts?.startDrafts ?? 0} /> : null}
        {data === undefined && !isError ? <TileSkeletons count={6} /> : null}
        {isGone ? (
          <EmptyState
            icon={IconFolderOff}
            title={t('startProcess.unknownCategory', { name: categoryName })}
            actions={
              <LinkButton to={paths.home} variant="filled">
                {t('startProcess.allProcesses')}
              </LinkButton>
            }
          />
        ) : null}
        {isGone ? null : <QueryFailure query={asked} title={t('startProcess.failed')} />}
        {data ? (
          <Catalogue
            processes={data}
            query={query}
            filter={filter}
            categoryName={isHome ? null : categoryName}
            onClear={() => setSearch({ q: undefined, show: undefined })}
          />
        ) : null}
      </PageBody>
    </>
  )
}
