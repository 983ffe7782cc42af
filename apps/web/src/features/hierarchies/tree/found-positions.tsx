import { api, type HierarchyNodeDetail, hierarchyLimits } from '@millrace/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../../components/banner/query-failure.tsx'
import { callQuery } from '../../../lib/api/call-query.ts'
import classes from './hierarchy-tree.module.css'
import { nameOf } from './tree-rows.ts'

interface Props {
  /** The id of the hierarchy. */
  readonly id: string
  readonly q: string
  /** Why a position cannot be chosen; null: it can. */
  readonly refuse?: (node: HierarchyNodeDetail) => string | null
  readonly onChoose: (node: HierarchyNodeDetail) => void
}

/** The positions that match a search, each with the positions above it. */
export function FoundPositions({ id, q, refuse = () => null, onChoose }: Props) {
  const { t } = useTranslation()
  const found = useQuery({
    ...callQuery(api.hierarchies.findNodes, { params: { id }, query: { q } }),
    placeholderData: keepPreviousData,
  })
  if (found.data === undefined)
    return found.isError ? <QueryFailure query={found} title={t('positions.searchFailed')} /> : null
  if (found.data.length === 0) return <p className={classes.note}>{t('positions.nothingFound')}</p>
  return (
    <>
      <ul className={classes.results} aria-label={t('positions.found')}>
        {found.data.map((node) => {
          const refusal = refuse(node)
          return (
            <li key={node.id}>
              <button
                type="button"
                className={classes.result}
                disabled={refusal !== null}
                onClick={() => onChoose(node)}
              >
                {nameOf(node, t)}
                {node.name !== '' && node.person !== null ? `, ${node.person.displayName}` : ''}
                <span className={classes.above}>
                  {refusal ?? node.above.map(({ name }) => name || t('positions.vacant')).join(' › ')}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      {found.data.length < hierarchyLimits.found ? null : (
        <p className={classes.note}>{t('positions.moreFound', { count: hierarchyLimits.found })}</p>
      )}
    </>
  )
}
