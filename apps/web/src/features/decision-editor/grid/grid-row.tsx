import IconArrowDown from 'icon:arrow-down'
import IconArrowRight from 'icon:arrow-right'
import IconArrowUp from 'icon:arrow-up'
import IconCopy from 'icon:copy'
import IconPlus from 'icon:plus'
import IconTrash from 'icon:trash'
import { Menu, Popover } from '@mantine/core'
import { memo, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CellForm } from './cell-form.tsx'
import type { CellMark } from './cell-marks.ts'
import classes from './decision-grid.module.css'
import type { Editing, GridState } from './grid-state.ts'
import type { TableColumn, TableRow } from './read-table.ts'

interface Props {
  readonly row: TableRow
  /** From 0. */
  readonly at: number
  readonly columns: readonly TableColumn[]
  readonly marks: ReadonlyMap<string, CellMark>
  readonly isMatched: boolean
  /** The column of the cell with the focus, if it is in this rule. */
  readonly activeColumn: number | null
  readonly editing: Editing | null
  readonly state: GridState
  readonly canEdit: boolean
}

/**
 * A rule: its number with a menu of actions, its cells and its annotation. Typing in one rule does not render others.
 */
export const GridRow = memo(Row, (one, other) =>
  // The functions of the state are the same in effect, see `GridState`.
  (Object.keys(one) as (keyof Props)[]).every((key) => key === 'state' || Object.is(one[key], other[key])),
)

function Row({ row, at, columns, marks, isMatched, activeColumn, editing, state, canEdit }: Props) {
  const { t } = useTranslation()
  const number = at + 1
  const cellProps = (column: number) => ({
    role: 'gridcell',
    tabIndex: activeColumn === column || (activeColumn === null && at === 0 && column === 0) ? 0 : -1,
    'data-rule': at,
    'data-column': column,
    'data-editing': editing?.column === column || undefined,
  })
  return (
    <tr data-rule-row={at} data-row-id={row.id} data-matched={isMatched || undefined} aria-rowindex={number + 1}>
      <th className={classes.number} scope="row">
        {canEdit ? (
          <RuleMenu at={at} isMatched={isMatched} state={state} />
        ) : (
          <span>
            {isMatched ? <IconArrowRight size={13} aria-label={t('decisionEditor.grid.matches')} /> : null}
            {number}
          </span>
        )}
      </th>
      {columns.map((column, index) => {
        const cell = row.cells[index]
        const mark = cell === undefined ? undefined : marks.get(cell.id)
        const open = editing?.column === index ? editing : null
        return (
          <td
            key={column.id}
            {...cellProps(index)}
            className={classes.cell}
            data-kind={column.kind}
            data-element-id={cell?.id}
            data-severity={mark?.severity}
            title={open === null ? mark?.message : undefined}
          >
            {open?.how === 'typing' ? (
              <TypedText editing={open} state={state} label={column.label || column.expression} />
            ) : (
              <CellText text={open?.text ?? cell?.text ?? ''} isInput={column.kind === 'input'} />
            )}
            {open?.how === 'form' ? <FormBelow column={column} editing={open} mark={mark} state={state} /> : null}
          </td>
        )
      })}
      <td {...cellProps(columns.length)} className={classes.note}>
        {editing?.column === columns.length ? (
          <TypedText editing={editing} state={state} label={t('decisionEditor.grid.annotation')} />
        ) : (
          row.note
        )}
      </td>
    </tr>
  )
}

/** The editor below a cell. Escape leaves the typed text out; what closes it otherwise keeps it. */
function FormBelow({ column, editing, mark, state }: FormProps) {
  useWrittenAtEnd(state)
  return (
    <Popover
      opened
      position="bottom-start"
      offset={{ mainAxis: 6, crossAxis: -10 }}
      shadow="md"
      trapFocus={false}
      closeOnEscape={false}
      onChange={(isOpen) => {
        if (!isOpen) state.close(true)
      }}
    >
      <Popover.Target>
        <span className={classes.anchor} />
      </Popover.Target>
      <Popover.Dropdown
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) state.commit()
        }}
      >
        <CellForm column={column} text={editing.text} mark={mark} onType={state.type} />
      </Popover.Dropdown>
    </Popover>
  )
}

interface FormProps {
  readonly column: TableColumn
  readonly editing: Editing
  readonly mark: CellMark | undefined
  readonly state: GridState
}

function CellText({ text, isInput }: { text: string; isInput: boolean }) {
  return text === '' && isInput ? <span className={classes.any}>-</span> : <span>{text}</span>
}

function TypedText({ editing, state, label }: { editing: Editing; state: GridState; label: string }) {
  useWrittenAtEnd(state)
  return (
    <textarea
      // biome-ignore lint/a11y/noAutofocus: a key was pressed to type here
      autoFocus
      className={classes.typed}
      aria-label={label}
      rows={Math.max(1, editing.text.split('\n').length)}
      value={editing.text}
      onFocus={({ currentTarget }) => currentTarget.setSelectionRange(editing.text.length, editing.text.length)}
      onChange={(event) => state.type(event.currentTarget.value)}
      onBlur={() => state.close(true)}
    />
  )
}

/** Writes what was typed when its place goes without being left, such as a row that is scrolled out of view. */
function useWrittenAtEnd({ commit }: GridState): void {
  const leave = useRef(commit)
  useEffect(() => {
    leave.current = commit
  })
  useEffect(() => () => leave.current(), [])
}

function RuleMenu({ at, isMatched, state }: Pick<Props, 'at' | 'isMatched' | 'state'>) {
  const { t } = useTranslation()
  const number = at + 1
  return (
    <Menu position="right-start" shadow="md">
      <Menu.Target>
        <button type="button" aria-label={t('decisionEditor.grid.ruleActions', { number })}>
          {isMatched ? <IconArrowRight size={13} aria-label={t('decisionEditor.grid.matches')} /> : null}
          {number}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPlus size={15} stroke={1.6} />} onClick={() => state.addRule(at)}>
          {t('decisionEditor.grid.addAbove')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPlus size={15} stroke={1.6} />} onClick={() => state.addRule(at + 1)}>
          {t('decisionEditor.grid.addBelow')}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={15} stroke={1.6} />} onClick={() => state.addRule(at + 1, at)}>
          {t('decisionEditor.grid.duplicate')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowUp size={15} stroke={1.6} />}
          disabled={at === 0}
          onClick={() => state.change((commands) => commands.moveRule(at, at - 1))}
        >
          {t('decisionEditor.grid.moveUp')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowDown size={15} stroke={1.6} />}
          onClick={() => state.change((commands) => commands.moveRule(at, at + 1))}
        >
          {t('decisionEditor.grid.moveDown')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="var(--app-red)"
          leftSection={<IconTrash size={15} stroke={1.6} />}
          onClick={() => state.change((commands) => commands.removeRule(at))}
        >
          {t('decisionEditor.grid.removeRule')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
