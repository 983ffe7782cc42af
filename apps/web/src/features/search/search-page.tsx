import IconSearch from 'icon:search'
import IconSearchOff from 'icon:search-off'
import { searchLimits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { SearchInput } from '../../components/search-input/search-input.tsx'
import { ViewTabs } from '../../components/view-tabs/view-tabs.tsx'
import { paths } from '../../config/paths.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { AllResults } from './all-results.tsx'
import { KindResults } from './kind-results.tsx'
import classes from './search.module.css'
import { kinds, minSearchLength, useFoundKinds } from './use-found.ts'

/** The results of a search, of all kinds or page by page of one. The search terms are in the address. */
export function Page() {
  const { t } = useTranslation()
  const [search, change] = useSearchState()
  const typed = (search.q ?? '').replaceAll('\0', ' ').trim()
  const q = typed.slice(0, searchLimits.text)
  const kind = kinds.find((name) => name === search.kind)
  const found = useFoundKinds(q)
  const isAsked = q.length >= minSearchLength
  const counted = Object.values(found.groups ?? {}).reduce((all, { items }) => all + items.length, 0)
  return (
    <>
      <PageHeader help={t('searchPage.help')}>
        <div className={classes.tools}>
          <SearchInput
            className={classes.input}
            label={t('searchPage.words')}
            value={typed}
            onChange={(text) => change({ q: text, after: undefined }, { replace: true })}
          />
          {typed.length > q.length ? (
            <p className={classes.note} role="status">
              {t('searchPage.cut', { count: searchLimits.text })}
            </p>
          ) : null}
        </div>
        {isAsked ? (
          <ViewTabs
            label={t('searchPage.kinds')}
            current={kind ?? 'all'}
            views={[
              { id: 'all', label: t('searchPage.all'), to: paths.search, search: { q } },
              ...kinds.map((name) => ({
                id: name,
                label: t(`palette.${name}`),
                count: found.groups?.[name].items.length,
                isMore: found.groups?.[name].isMore,
                to: paths.search,
                search: { q, kind: name },
              })),
            ]}
          />
        ) : null}
      </PageHeader>
      <PageBody>
        {isAsked ? null : (
          <EmptyState icon={IconSearch} title={t('searchPage.someTitle')} text={t('searchPage.someText')} />
        )}
        {isAsked && kind === undefined ? <AllResults q={q} found={found} /> : null}
        {isAsked && kind !== undefined ? <KindResults q={q} kind={kind} after={search.after} /> : null}
        {isAsked && kind === undefined && found.groups !== undefined && counted === 0 ? (
          <EmptyState
            icon={IconSearchOff}
            title={t('searchPage.noneTitle', { words: q })}
            text={t('searchPage.noneText')}
          />
        ) : null}
      </PageBody>
    </>
  )
}
