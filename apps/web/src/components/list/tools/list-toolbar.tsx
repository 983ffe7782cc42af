import type { ListDescription, SetFilter } from '@millrace/contract'
import { listParameters } from '@millrace/contract/list-state'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchInput } from '../../search-input/search-input.tsx'
import { AddFilter } from '../filters/add-filter.tsx'
import type { FilterChoices } from '../filters/describe-filter.ts'
import { FilterChips } from '../filters/filter-chips.tsx'
import type { UsedList } from '../use-list.ts'
import classes from './list-toolbar.module.css'
import { listOwnFilters } from './list-views.ts'

interface Props<L extends ListDescription, Row> {
  readonly used: UsedList<L, Row>
  readonly choices: FilterChoices
  /** A filter that another part of the page opens, such as the menu of a column. */
  readonly askedField?: string | null
  readonly onAsked?: () => void
  /** Behind the filters: what keeps them. */
  readonly views?: ReactNode
  /** Tools on the right: order, density, columns. */
  readonly tools?: ReactNode
  /** Whether the list has half a page: filters have their own row. */
  readonly isNarrow?: boolean
}

/** The toolbar of a list: search, set filters, a button for more, and tools on the right. */
export function ListToolbar<L extends ListDescription, Row>(props: Props<L, Row>) {
  const { t } = useTranslation()
  const { used, choices, askedField = null, onAsked, views, tools, isNarrow = false } = props
  const { list, state, change } = used
  const [asked, setAsked] = useState<'nothing' | 'field' | { readonly field: string }>('nothing')
  const own = listOwnFilters(list, state)
  const replace = (before: SetFilter | null, after: SetFilter | null) =>
    change({ filters: withFilter(list, state.filters, { before, after }) })
  const chips = <FilterChips list={list} filters={own} choices={choices} onChange={replace} />
  return (
    <div className={classes.toolbar} data-narrow={isNarrow || undefined}>
      <div className={classes.row}>
        {list.search === undefined ? null : (
          <SearchInput
            size="xs"
            className={classes.search}
            label={t(list.search)}
            value={state.q}
            onChange={(q) => change({ q }, { replace: true })}
          />
        )}
        {isNarrow ? null : chips}
        {Object.keys(list.filters).length === 0 ? null : (
          <AddFilter
            list={list}
            choices={choices}
            asked={askedField === null ? asked : { field: askedField }}
            onAsk={(next) => {
              setAsked(next)
              onAsked?.()
            }}
            onApply={(filter) => replace(null, filter)}
            isNarrow={isNarrow}
          />
        )}
        {isNarrow ? null : views}
        {tools ? <div className={classes.right}>{tools}</div> : null}
      </div>
      {isNarrow ? (
        <div className={classes.chips}>
          {chips}
          {views}
        </div>
      ) : null}
    </div>
  )
}

/** Returns the filters with another one added: each field has each condition once, in the order of the list. */
function withFilter(
  list: ListDescription,
  filters: readonly SetFilter[],
  { before, after }: { readonly before: SetFilter | null; readonly after: SetFilter | null },
): readonly SetFilter[] {
  const isSame = (one: SetFilter | null) => (other: SetFilter) =>
    one?.name === other.name && one.operator === other.operator
  const kept = filters.filter((filter) => !isSame(before)(filter) && !isSame(after)(filter))
  const all = after === null ? kept : [...kept, after]
  return listParameters(list).flatMap(({ name, operator }) =>
    all.filter((filter) => filter.name === name && filter.operator === operator),
  )
}
