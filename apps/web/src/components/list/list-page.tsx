import { type ListDescription, listLimits, type PageCall, type SavedView, type SortKey } from '@millrace/contract'
import { readSort } from '@millrace/contract/list-state'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeptListSearch } from '../../lib/list-search.ts'
import type { ColumnLayout } from '../../lib/preferences.ts'
import { useScreen } from '../../lib/use-screen.ts'
import { QueryFailure } from '../banner/query-failure.tsx'
import { useDelayed } from '../delayed/use-delayed.ts'
import { EmptyState } from '../empty-state/empty-state.tsx'
import { NothingMatches } from '../empty-state/nothing-matches.tsx'
import type { DrawnIcon } from '../icon/drawn.tsx'
import { Link } from '../link/link.tsx'
import { PageBody } from '../page/page-body.tsx'
import { PageHeader, useCurrentPage } from '../page/page-header.tsx'
import type { VariableNamesQuery } from './columns/add-variable.tsx'
import { arrangeColumns } from './columns/arrange-columns.ts'
import { ColumnsMenu } from './columns/columns-menu.tsx'
import { useColumnLayout } from './columns/use-column-layout.ts'
import { columnOfVariable, variableOfColumn, withVariableColumns } from './columns/variable-columns.ts'
import type { FilterChoices } from './filters/describe-filter.ts'
import { KeptRoom } from './kept-room.tsx'
import classes from './list-page.module.css'
import { toQuery } from './list-place.ts'
import { type BulkAction, BulkBar } from './rows/bulk-bar.tsx'
import { DensityMenu } from './rows/density-menu.tsx'
import { ListCards } from './rows/list-cards.tsx'
import { type Cells, nameRow, presentCell } from './rows/list-cell.tsx'
import { ListTable } from './rows/list-table.tsx'
import { useSelection } from './rows/use-selection.ts'
import { ExportMenu } from './tools/export-menu.tsx'
import { ListFoot } from './tools/list-foot.tsx'
import { ListRefresh } from './tools/list-refresh.tsx'
import { ListToolbar } from './tools/list-toolbar.tsx'
import { ListViews } from './tools/list-view-tabs.tsx'
import { listOwnFilters, viewFilters } from './tools/list-views.ts'
import { SortMenu } from './tools/sort-menu.tsx'
import { useList } from './use-list.ts'
import { ViewActions } from './views/view-actions.tsx'
import { ViewNotice } from './views/view-notice.tsx'

export interface ListPageProps<L extends ListDescription, Row extends { readonly id: string }> {
  readonly list: L
  readonly call: PageCall<L, Row>
  /** The description of the page, one line. */
  readonly help?: ReactNode
  /** Right of the title. */
  readonly actions?: ReactNode
  /** The message when the list could not be loaded, from the error catalogue. */
  readonly failed: string
  /** The texts of the empty list. */
  readonly empty: {
    readonly icon: DrawnIcon
    readonly title: string
    readonly text?: string
    readonly actions?: ReactNode
  }
  /** Returns the address of a row, to which its first column links. */
  readonly hrefOf?: (row: Row) => string
  /** The cells of columns that show more than the plain value. */
  readonly cells?: Cells<L, Row>
  /** The options of filters for objects. */
  readonly choices?: { readonly [Name in keyof L['filters']]?: FilterChoices[string] }
  /** Actions of a row, at its end. */
  readonly rowActions?: (row: Row) => ReactNode
  /** Actions for several rows: with them, rows can be selected. */
  readonly bulk?: readonly BulkAction<Row>[]
  /** Whether it can be done with all rows that match the filter as well. */
  readonly hasBulkOfAll?: boolean
  /** Right of the title too, whether there are rows or not. */
  readonly tools?: ReactNode
  /** Variables that are offered for columns, where the list has them. */
  readonly variableNames?: VariableNamesQuery
  /** The labels of variable columns that differ from the name. */
  readonly variableLabels?: ReadonlyMap<string, string>
  /** Numbers beside the views that come with the list. */
  readonly counts?: { readonly [Name in keyof L['views']]?: number | undefined }
  /** The title of the page, where the address is not its own. */
  readonly title?: string
  /** The one view that the page shows. */
  readonly view?: SavedView
}

/**
 * A list as a page: title, search and filters, order, columns, pages, export, and its states loading, empty and failed.
 * Its whole state except the column layout is in the address.
 */
export function ListPage<const L extends ListDescription, Row extends { readonly id: string }>(
  props: ListPageProps<L, Row>,
) {
  const { t } = useTranslation()
  const { call, help, actions, failed, empty, choices = {}, bulk } = props
  // What a custom view shows is nothing but its own: every filter of it is seen, and can be taken away.
  const isView = props.view !== undefined
  const plain = useMemo(() => (isView ? withoutViews(props.list) : props.list), [isView, props.list])
  const used = useList(plain, call, props.view)
  const { state, change, page } = used
  const variables = state.variables ?? []
  const list = withVariableColumns(plain, state.variables, props.variableLabels)
  useKeptListSearch(used.search)
  const usedLayout = useColumnLayout(list, used.views.current)
  const { layout } = usedLayout
  // A variable that is hidden is no column any more: it is not asked for.
  const setLayout = (next: ColumnLayout) => {
    const { shown = {}, ...others } = next
    const isKept = (name: string) => shown[columnOfVariable(name)] !== false
    if (variables.every(isKept)) return usedLayout.setLayout(next)
    const own = Object.entries(shown).filter(([name]) => variableOfColumn(name) === null)
    usedLayout.setLayout({ ...others, shown: Object.fromEntries(own) })
    change({ variables: variables.filter(isKept) })
  }
  const columns = arrangeColumns(list, layout)
  const [askedField, setAskedField] = useState<string | null>(null)
  const isPhone = useScreen() === 'phone'
  const isLate = useDelayed(page.isPending)
  const rows = page.data?.items
  const selection = useSelection(rows ?? noRows, getId, JSON.stringify([state.q, state.filters]))
  const entry = useCurrentPage()
  const title = props.title ?? (entry === null ? '' : t(entry.title))
  const own = listOwnFilters(list, state)
  const isNarrowed = state.q !== '' || own.length > 0
  const isEmpty = rows?.length === 0
  const isUnused = isEmpty && !isNarrowed && page.data?.previous === null && viewFilters(list, state).length === 0
  const isBelow = isUnused && props.view === undefined
  const source = {
    label: title,
    rows: rows ?? null,
    getId,
    nameOf: (row: Row) => nameRow(list, row, t),
    cell: (name: string, row: Row) => cellOf({ ...props, list }, name, row),
    actions: props.rowActions,
    selection: bulk === undefined ? null : selection,
    isStale: page.isPlaceholderData,
  }
  return (
    <>
      <PageHeader
        {...(props.title === undefined ? {} : { title: props.title })}
        help={help}
        actions={
          <>
            {props.tools}
            {isUnused ? null : <ListRefresh used={used} />}
            <KeptRoom key={isUnused ? 'room' : 'tools'} isLeft={isUnused}>
              <ExportMenu
                used={used}
                columns={columns.flatMap(({ name, isShown }) =>
                  isShown && variableOfColumn(name) === null ? [name] : [],
                )}
              />
            </KeptRoom>
            {/* The empty state below has them. On a phone, the page would move without their second line here. */}
            <KeptRoom key={isBelow ? 'room below' : 'actions'} isLeft={isBelow}>
              {actions}
            </KeptRoom>
            {isUnused ? <ListRefresh used={used} /> : null}
          </>
        }
      >
        {props.view === undefined ? (
          <ListViews used={used} {...(props.counts === undefined ? {} : { counts: props.counts })} />
        ) : null}
      </PageHeader>
      <KeptRoom isLeft={isUnused}>
        <ListToolbar
          used={used}
          choices={choices}
          askedField={askedField}
          onAsked={() => setAskedField(null)}
          views={<ViewActions used={used} columns={usedLayout} />}
          tools={
            <>
              {isPhone ? <SortMenu used={used} /> : <DensityMenu />}
              <ColumnsMenu
                list={list}
                layout={layout}
                onChange={setLayout}
                variableNames={props.variableNames}
                onReset={() => {
                  usedLayout.setLayout({})
                  if (variables.length > 0) change({ variables: [] })
                }}
                onAdd={
                  list.hasVariables && variables.length < listLimits.variables
                    ? (name) => change({ variables: [...variables, name] })
                    : undefined
                }
              />
            </>
          }
        />
      </KeptRoom>
      <ViewNotice used={used} />
      <PageBody flush>
        <QueryFailure query={page} title={failed} className={classes.message} />
        {isUnused ? <EmptyState {...empty} actions={empty.actions ?? actions} /> : null}
        {isEmpty && isNarrowed ? (
          <NothingMatches onClear={() => change({ q: '', filters: viewFilters(list, state) })} />
        ) : null}
        {isEmpty && !isNarrowed && !isUnused ? (
          <NothingMatches
            text={t('list.noRows')}
            action={t('list.firstPage')}
            onClear={() => change({ filters: [] })}
          />
        ) : null}
        {isLate || (rows !== undefined && !isEmpty) ? (
          isPhone ? (
            <ListCards {...source} columns={columns} />
          ) : (
            <ListTable
              {...source}
              list={list}
              columns={columns}
              sort={state.sort.length > 0 ? state.sort : ownOrder(list)}
              onSort={(sort) => change({ sort })}
              filtered={new Set(own.map(({ name }) => name))}
              onFilter={setAskedField}
              layout={layout}
              onLayoutChange={setLayout}
            />
          )
        ) : null}
        {bulk === undefined ? null : (
          <BulkBar
            actions={bulk}
            selection={selection}
            everything={props.hasBulkOfAll ? (used.count ?? null) : null}
            query={
              toQuery(list, { q: state.q, filters: state.filters, sort: state.sort }) as Readonly<
                Record<string, string>
              >
            }
          />
        )}
      </PageBody>
      <KeptRoom isLeft={isUnused}>
        <ListFoot used={used} />
      </KeptRoom>
    </>
  )
}

function withoutViews<L extends ListDescription>(list: L): L {
  const { views: _, ...others } = list
  return others as unknown as L
}

const noRows: readonly never[] = []

function getId({ id }: { readonly id: string }): string {
  return id
}

function cellOf<L extends ListDescription, Row extends { readonly id: string }>(
  { list, cells, hrefOf }: ListPageProps<L, Row>,
  name: keyof L['columns'] & string,
  row: Row,
): ReactNode {
  const content = presentCell({ list, cells, name, row })
  return content !== null && hrefOf && list.columns[name]?.isFixed ? <Link to={hrefOf(row)}>{content}</Link> : content
}

function ownOrder(list: ListDescription): readonly SortKey[] {
  return readSort(list, list.order.join(',')) ?? []
}
