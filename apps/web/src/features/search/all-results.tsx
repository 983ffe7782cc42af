import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { Link } from '../../components/link/link.tsx'
import { paths } from '../../config/paths.ts'
import { FoundRows } from './found-rows.tsx'
import classes from './search.module.css'
import { type FoundKinds, kinds } from './use-found.ts'

/** The maximum number of results of each kind on the page. */
const most = 5

/** The best results of each kind, with links to all results of a kind. */
export function AllResults({ q, found: { groups, query } }: { q: string; found: FoundKinds }) {
  const { t } = useTranslation()
  return (
    <>
      <QueryFailure query={query} title={t('searchPage.failed')} />
      {groups === undefined && !query.isError ? <SkeletonRows count={6} height={40} /> : null}
      {kinds.map((kind) => {
        const { items, isMore } = groups?.[kind] ?? { items: [], isMore: false }
        if (items.length === 0) return null
        const name = t(`palette.${kind}`)
        return (
          <section key={kind} className={classes.section} aria-labelledby={`found-${kind}`}>
            <div className={classes.head}>
              <h2 id={`found-${kind}`}>{name}</h2>
              {items.length > most || isMore ? (
                <Link to={paths.search} search={{ q, kind }} className={classes.all}>
                  {t('searchPage.more', { kind: name.toLowerCase() })}
                </Link>
              ) : null}
            </div>
            <FoundRows label={name} items={items.slice(0, most)} q={q} />
          </section>
        )
      })}
    </>
  )
}
