import IconArrowBackUp from 'icon:arrow-back-up'
import IconArrowForwardUp from 'icon:arrow-forward-up'
import IconPlus from 'icon:plus'
import IconTable from 'icon:table'
import IconTrash from 'icon:trash'
import IconUpload from 'icon:upload'
import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { api, type DataList, dataListLimits } from '@millrace/contract'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { ActionBar } from '../../../components/action-bar/action-bar.tsx'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import { EmptyState } from '../../../components/empty-state/empty-state.tsx'
import { NothingMatches } from '../../../components/empty-state/nothing-matches.tsx'
import { SearchInput } from '../../../components/search-input/search-input.tsx'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { call } from '../../../lib/api/call.ts'
import { callQuery } from '../../../lib/api/call-query.ts'
import { ExportRowsMenu } from './export-menu.tsx'
import { addRows, countEdits, countFaults, keepRows, presentRows, removeRows, toChanges } from './grid-edits.ts'
import { ImportDialog } from './import-dialog.tsx'
import { RowGrid } from './row-grid.tsx'
import classes from './rows.module.css'
import { RowsFoot, type RowsPlace } from './rows-foot.tsx'
import type { UsedEdits } from './use-edits.ts'
import { nextRowId, useGrid } from './use-grid.ts'

interface Props {
  readonly list: DataList
  readonly edits: UsedEdits
  /** Above the rows. */
  readonly banner: ReactNode
  readonly onSaved: (list: DataList) => void
}

/**
 * The tab with the rows of a data list, one page at a time. Changes are kept across pages and searches, and saved
 * together.
 */
export function RowsTab({ list, edits, banner, onSaved }: Props) {
  const { t } = useTranslation()
  const { id, disabled } = list
  const [q, setQ] = useState('')
  const [place, setPlace] = useState<RowsPlace>({})
  const [isImporting, setImporting] = useState(false)
  const table = useRef<HTMLTableElement>(null)
  const query = { ...place, ...(q === '' ? {} : { q }) }
  const found = useQuery({
    ...callQuery(api.dataLists.rows, { params: { id }, query }),
    placeholderData: keepPreviousData,
  })
  const page = found.data
  const columns = page?.columns ?? list.columns
  const isLast = page === undefined || page.before + page.items.length >= page.total
  const stored = useMemo(() => new Map(page?.items.map((row) => [row.id, row])), [page])
  const shown = useMemo(
    () => presentRows(edits.now, columns, page?.items ?? [], isLast),
    [edits.now, columns, page, isLast],
  )
  const save = useMutation({
    mutationFn: () => call(api.dataLists.saveRows, { params: { id }, body: toChanges(edits.now, edits.version) }),
    onSuccess: (saved) => {
      edits.clear()
      onSaved(saved)
      showToast({ kind: 'success', title: t('dataLists.rowsSaved'), text: saved.name })
    },
  })
  const isLocked = disabled !== null
  const showTooMany = () =>
    showToast({
      kind: 'warning',
      title: t('dataLists.tooManyPasted', { most: dataListLimits.rowsAtOnce.toLocaleString('en') }),
    })
  const grid = useGrid({
    table,
    columns,
    stored,
    shown,
    edits,
    isLocked: isLocked || save.isPending,
    onTooMany: showTooMany,
  })
  const add = () => {
    const behind = shown[grid.focus.row]?.id ?? null
    // Drawn at once, so that what is typed from now on goes into it.
    flushSync(() => edits.apply((before) => addRows(before, behind, [{ id: nextRowId(), cells: {} }])))
    grid.go({ row: behind === null ? 0 : grid.focus.row + 1, column: 0 })
  }
  const selected = grid.selectedIds()
  const areRemoved = selected.size > 0 && [...selected].every((one) => edits.now.removed.has(one))
  const focused = shown[grid.focus.row]?.cells[grid.focus.column]
  const column = columns[grid.focus.column]
  const faults = countFaults(edits.now, columns)
  return (
    <div className={classes.tab}>
      <div className={classes.notices}>
        {banner}
        {save.isError ? (
          <ErrorBanner title={t('dataLists.rowsSaveFailed')} error={save.error} comfort={t('dataLists.rowsKept')} />
        ) : null}
        {found.isError ? (
          <ErrorBanner title={t('dataLists.rowsFailed')} error={found.error} onRetry={() => found.refetch()} />
        ) : null}
      </div>
      <div className={classes.tools}>
        <SearchInput
          value={q}
          size="xs"
          className={classes.search}
          label={t('dataLists.searchRows')}
          onChange={(text) => {
            setQ(text)
            setPlace({})
          }}
        />
        {isLocked ? null : (
          <>
            {/* A row that is added before the others are read cannot be drawn and typed into yet. */}
            <Button
              size="xs"
              leftSection={<IconPlus size={15} stroke={1.6} />}
              disabled={page === undefined}
              onClick={add}
            >
              {t('dataLists.addRow')}
            </Button>
            <Button
              size="xs"
              leftSection={<IconTrash size={15} stroke={1.6} />}
              disabled={selected.size === 0}
              onClick={() => edits.apply((before) => (areRemoved ? keepRows : removeRows)(before, selected))}
            >
              {t(areRemoved ? 'dataLists.keepRows' : 'dataLists.removeRows')}
            </Button>
            <ActionIcon size="sm" aria-label={t('dataLists.undo')} disabled={!edits.canUndo} onClick={edits.undo}>
              <IconArrowBackUp size={16} stroke={1.6} />
            </ActionIcon>
            <ActionIcon size="sm" aria-label={t('dataLists.redo')} disabled={!edits.canRedo} onClick={edits.redo}>
              <IconArrowForwardUp size={16} stroke={1.6} />
            </ActionIcon>
          </>
        )}
        <div className={classes.files}>
          {isLocked ? null : (
            <Button size="xs" leftSection={<IconUpload size={15} stroke={1.6} />} onClick={() => setImporting(true)}>
              {t('dataLists.import')}
            </Button>
          )}
          <ExportRowsMenu id={id} />
        </div>
        <ImportDialog
          list={list}
          isOpen={isImporting}
          onClose={() => setImporting(false)}
          onImported={(imported) => {
            setPlace({})
            onSaved(imported)
          }}
        />
      </div>
      <div className={classes.scroll}>
        {page === undefined ? (
          found.isError ? null : (
            <Waiting />
          )
        ) : shown.length > 0 ? (
          <RowGrid
            table={table}
            label={t('dataLists.rows')}
            columns={columns}
            rows={shown}
            from={page.before + 1}
            grid={grid}
            isLocked={isLocked}
          />
        ) : q === '' ? (
          <EmptyState icon={IconTable} title={t('dataLists.noRowsTitle')} text={t('dataLists.noRowsText')} />
        ) : (
          <NothingMatches text={t('dataLists.nothingFound', { text: q })} onClear={() => setQ('')} />
        )}
      </div>
      <p className={classes.fault} role="status">
        {focused?.fault && column ? t('dataLists.cellFault', { column: column.name, fault: focused.fault }) : ''}
      </p>
      {page === undefined ? null : <RowsFoot page={page} onPlace={setPlace} />}
      {edits.isDirty ? (
        <ActionBar note={t('dataLists.unsavedRows', { count: countEdits(edits.now) })}>
          <Button
            onClick={() => {
              edits.clear()
              save.reset()
            }}
          >
            {t('record.discard')}
          </Button>
          <Button variant="filled" loading={save.isPending} disabled={faults > 0} onClick={() => save.mutate()}>
            {t('dataLists.rowsSave')}
          </Button>
        </ActionBar>
      ) : null}
    </div>
  )
}

function Waiting() {
  return (
    <div className={classes.waiting}>
      {[72, 58, 80, 64, 70, 52].map((width) => (
        <Skeleton key={width} height={12} width={`${width}%`} />
      ))}
    </div>
  )
}
