import IconPlus from 'icon:plus'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
} from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { readCells } from '../../../lib/read-cells.ts'
import type { DecisionProblem } from '../checks/check-decisions.ts'
import { toCellText } from '../tables/cell-text.ts'
import { markCells } from './cell-marks.ts'
import classes from './decision-grid.module.css'
import { GridHead } from './grid-head.tsx'
import { pressKey, startsComposition } from './grid-keys.ts'
import { GridRow } from './grid-row.tsx'
import { type CellPlace, useGridState } from './grid-state.ts'
import type { DecisionTableView } from './read-table.ts'
import type { TableCommands } from './table-commands.ts'
import { useRowWindow } from './use-row-window.ts'

interface Props {
  readonly table: DecisionTableView
  /** Null where nothing can be changed. */
  readonly commands: TableCommands | null
  readonly problems: readonly DecisionProblem[]
  /** Ids of the rules that match the selected sample. */
  readonly matched: ReadonlySet<string>
  /** A cell that somebody asked for; another object asks again. */
  readonly asked: CellPlace | null
}

/** The rules of a decision as a table that users edit like a spreadsheet. */
export function DecisionGrid({ table, commands, problems, matched, asked }: Props) {
  const { t } = useTranslation()
  const state = useGridState(table, commands)
  const grid = useRef<HTMLTableElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const wantsFocus = useRef(false)
  const hadFocus = useRef(false)
  const rows = useRowWindow(scroller, table.rows.length)
  const marks = useMemo(() => markCells(table, problems), [table, problems])
  const columns = table.columns.length + 1
  const { rule, column } = state.active
  const focusActive = useEffectEvent(() => {
    if (!wantsFocus.current) return
    const cell = grid.current?.querySelector<HTMLElement>(`[data-rule="${rule}"][data-column="${column}"]`)
    if (cell == null) rows.reveal(rule)
    else {
      wantsFocus.current = false
      cell.focus()
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cell may have come with the rules
  useEffect(() => {
    if (state.editing === null) focusActive()
  }, [rule, column, state.editing === null, table.rows.length, rows.first])
  const goToAsked = useEffectEvent((place: CellPlace) => {
    wantsFocus.current = true
    state.go(place.rule, place.column)
  })
  useEffect(() => {
    if (asked !== null) goToAsked(asked)
  }, [asked])
  const press = (event: KeyboardEvent) => {
    if (!isInCell(event.target) && state.editing === null) return
    if (commands !== null && state.editing === null && startsComposition(event)) {
      // The key itself goes on to the input, which has the focus by then.
      flushSync(() => state.edit('typing', ''))
      return
    }
    wantsFocus.current = true
    if (pressKey(event, { state, commands, rules: table.rows.length, columns })) {
      event.preventDefault()
      event.stopPropagation()
    } else wantsFocus.current = false
  }
  const find = (target: EventTarget): CellPlace | null => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('td[data-column]') : null
    if (cell === null || !(grid.current?.contains(cell) ?? false)) return null
    return { rule: Number(cell.dataset.rule), column: Number(cell.dataset.column) }
  }
  // Rows and columns of a spreadsheet are pasted by `pasteRulesIn`.
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain').trim()
    if (commands === null || !isInCell(event.target) || text === '' || readCells(text) !== null) return
    event.preventDefault()
    const pasted = table.columns[column]
    if (pasted === undefined) commands.setNote(rule, text)
    else commands.setCell(rule, column, toCellText(text, { isInput: pasted.kind === 'input', typeRef: pasted.typeRef }))
  }
  const choose = (event: MouseEvent) => {
    const place = find(event.target)
    if (place === null) return
    const isOpen = state.editing?.rule === place.rule && state.editing.column === place.column
    if (isOpen) return
    wantsFocus.current = true
    state.go(place.rule, place.column)
    if (hadFocus.current && event.detail === 1) state.edit(place.column === columns - 1 ? 'typing' : 'form')
  }
  return (
    <div className={classes.scroller} ref={scroller} onScroll={rows.follow} data-tall={rows.isTall || undefined}>
      <table
        ref={grid}
        className={classes.grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: it is edited by cells
        role="grid"
        aria-label={t('decisionEditor.grid.rules')}
        aria-rowcount={table.rows.length + 1}
        onKeyDown={press}
        onPaste={paste}
        onFocus={({ target }) => {
          const place = isInCell(target) ? find(target) : null
          if (place !== null) state.follow(place)
        }}
        onMouseDown={({ target }) => {
          // The first press goes to the cell, the second one edits it.
          const cell = target instanceof Element ? target.closest('td[data-column]') : null
          hadFocus.current = cell !== null && cell === document.activeElement
          // The text that was typed in another cell is written.
          if (cell !== null && state.editing !== null) state.commit()
        }}
        onClick={choose}
        onDoubleClick={(event) => {
          const place = find(event.target)
          if (place !== null && state.editing === null) state.edit(place.column === columns - 1 ? 'typing' : 'form')
        }}
      >
        <GridHead table={table} commands={commands} />
        <tbody>
          {rows.first > 0 ? <tr style={{ height: rows.before }} /> : null}
          {table.rows.slice(rows.first, rows.last).map((row, index) => {
            const at = rows.first + index
            return (
              <GridRow
                key={row.id}
                row={row}
                at={at}
                columns={table.columns}
                marks={marks}
                isMatched={matched.has(row.id)}
                activeColumn={rule === at ? column : null}
                editing={state.editing?.rule === at ? state.editing : null}
                state={state}
                canEdit={commands !== null}
              />
            )
          })}
          {rows.after > 0 ? <tr style={{ height: rows.after }} /> : null}
          {commands === null ? null : (
            <tr>
              <td className={classes.add} colSpan={columns + 1}>
                <button
                  type="button"
                  onClick={() => {
                    wantsFocus.current = true
                    state.addRule(table.rows.length)
                  }}
                >
                  <IconPlus size={15} stroke={1.6} aria-hidden="true" />
                  {t('decisionEditor.grid.addRule')}
                </button>
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

function isInCell(target: EventTarget): boolean {
  return target instanceof Element && target.matches('td[data-column]')
}
