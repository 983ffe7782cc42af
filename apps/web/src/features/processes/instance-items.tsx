import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { NothingMatches } from '../../components/empty-state/nothing-matches.tsx'
import classes from './instance-data.module.css'
import type { Selection } from './instance-record.tsx'

interface Props<Item> {
  readonly label: string
  readonly query: UseQueryResult<{ readonly items: readonly Item[]; readonly isCapped: boolean }>
  readonly selection: Selection
  readonly failed: string
  readonly empty: string
  /** The text when the selected step has no entries. */
  readonly notOfStep: string
  readonly children: (item: Item) => ReactNode
}

/** The items of a tab of an instance, filtered by the selected step. */
export function InstanceItems<Item extends { readonly id: string; readonly elementId: string | null }>({
  label,
  query,
  selection,
  failed,
  empty,
  notOfStep,
  children,
}: Props<Item>) {
  const { t } = useTranslation()
  const { data } = query
  const failure = <QueryFailure query={query} title={failed} isRegion className={classes.message} />
  if (data === undefined) return query.isError ? failure : <SkeletonRows count={3} height={44} />
  const shown = data.items.filter(({ elementId }) => selection.elementId === null || elementId === selection.elementId)
  return (
    <>
      {failure}
      {data.items.length === 0 ? <p className={classes.message}>{empty}</p> : null}
      {data.items.length > 0 && shown.length === 0 ? (
        <NothingMatches text={notOfStep} action={t('instance.showAll')} onClear={() => selection.select(null)} />
      ) : null}
      {data.isCapped ? (
        <p className={classes.message}>{t('instance.listCapped', { count: data.items.length })}</p>
      ) : null}
      <ul className={classes.incidents} aria-label={label}>
        {shown.map((item) => (
          <li key={item.id} className={classes.incident}>
            {children(item)}
          </li>
        ))}
      </ul>
    </>
  )
}
