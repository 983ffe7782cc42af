import { VisuallyHidden } from '@mantine/core'
import { isWritable, type NodeInstance, type Row } from '@millrace/forms'
import { type ClipboardEvent, memo, useState } from 'react'
import { readCells } from '../../../lib/read-cells.ts'
import { FieldNode } from '../field-node.tsx'
import { formTexts } from '../form-texts.ts'
import { inputId, useFormView } from '../form-view-context.ts'
import { labelOf, listOf } from '../instance-data.ts'
import { useReveal } from '../layout/use-reveal.ts'
import type { ListComponentProps } from '../layout-props.ts'
import { ReadOnlyValue } from '../read-only-value.tsx'
import { RowContext, useNode, useNodeValue, useSnapshot } from '../use-node.ts'
import { ListFrame, RequiredStar } from './list-frame.tsx'
import classes from './lists.module.css'
import { pasteRows } from './paste-rows.ts'
import { RowActions } from './row-actions.tsx'
import { RowDrawer } from './row-drawer.tsx'
import { Totals } from './totals.tsx'
import { type RowChanges, rowElementId, useRows } from './use-rows.ts'

/**
 * A list as a table: rows as lines, fields as columns; in narrow windows each row is a block with labels. With `edit:
 * drawer` the table only shows the rows, and each is edited in a drawer beside the form.
 */
export function Grid({ node, instance, Nodes, headingLevel }: ListComponentProps) {
  const { formId, store } = useFormView()
  const { rows } = useSnapshot(instance)
  const rowActions = useRows(instance)
  const [editedRow, setEditedRow] = useState<Row | null>(null)
  const { props, members } = listOf(instance)
  const isInDrawer = props.edit === 'drawer'
  useReveal(instance, (inside) => {
    const row = isInDrawer ? rows.find((one) => isInRow(inside, one)) : undefined
    if (row !== undefined) setEditedRow(row)
  })
  const changes = isInDrawer ? { ...rowActions, add, edit: setEditedRow } : rowActions
  const columns = members
    .filter((member) => node.children.some(({ id }) => id === member.node))
    .map((member) => ({
      id: member.node,
      key: member.key,
      label: labelOf(member),
      isRequired: instance.planned.children.some(({ id, rule }) => id === member.node && rule.required === true),
    }))
  const paste = (event: ClipboardEvent) => {
    const lines =
      changes.canChange || isWritable(instance) ? readCells(event.clipboardData.getData('text/plain')) : null
    const place = lines === null ? null : findCell(event.target, rows)
    if (lines === null || place === null || isInDrawer) return
    event.preventDefault()
    const cells = node.children.map(({ id }) => id)
    rowActions.say(formTexts.rowsPasted(pasteRows(store, lines, { list: instance, cells, ...place })))
  }
  function findCell(target: EventTarget, among: readonly Row[]): { row: Row; node: string } | null {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null
    const line = cell?.closest('tr')
    const row = among.find((one) => rowElementId(formId, one) === line?.id)
    const id = cell?.dataset.cell
    return row === undefined || id === undefined ? null : { row, node: id }
  }
  function add(): Row {
    const row = rowActions.add()
    setEditedRow(row)
    return row
  }
  return (
    <ListFrame instance={instance} changes={changes}>
      <div className={classes.grid}>
        <table className={classes.table} onPaste={paste} aria-labelledby={`${inputId(formId, instance.id)}-label`}>
          <thead className={classes.head}>
            <tr>
              <th scope="col" className={classes.number}>
                <VisuallyHidden>{formTexts.row}</VisuallyHidden>
              </th>
              {columns.map(({ id, label, isRequired }) => (
                <th key={id} scope="col" className={classes.column}>
                  {label}
                  {isRequired && changes.canChange ? <RequiredStar /> : null}
                </th>
              ))}
              {changes.canChange ? (
                <th scope="col" className={classes.tools}>
                  <VisuallyHidden>{formTexts.rowActions}</VisuallyHidden>
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <GridRow
                key={row.id}
                list={instance}
                row={row}
                index={index}
                count={rows.length}
                changes={changes}
                cells={node.children.map(({ id }) => id)}
                isInDrawer={isInDrawer}
              />
            ))}
          </tbody>
          {props.totals === undefined ? null : (
            <Totals list={instance} columns={columns.map(({ key }) => key)} hasTools={changes.canChange} />
          )}
        </table>
      </div>
      {isInDrawer ? (
        <RowDrawer
          list={instance}
          row={editedRow !== null && rows.includes(editedRow) ? editedRow : null}
          node={node}
          Nodes={Nodes}
          headingLevel={headingLevel}
          onClose={() => setEditedRow(null)}
        />
      ) : null}
    </ListFrame>
  )
}

interface GridRowProps {
  readonly list: NodeInstance
  readonly row: Row
  readonly index: number
  readonly count: number
  readonly changes: RowChanges
  readonly cells: readonly string[]
  readonly isInDrawer: boolean
}

function GridRow({ list, row, index, count, changes, cells, isInDrawer }: GridRowProps) {
  const { formId } = useFormView()
  return (
    <RowContext value={row}>
      <tr id={rowElementId(formId, row)} className={classes.line}>
        <th scope="row" className={classes.number}>
          <span className={classes.word}>{listOf(list).props.rowLabel ?? formTexts.row} </span>
          {index + 1}
        </th>
        {cells.map((id) => (
          <Cell key={id} node={id} isInDrawer={isInDrawer} />
        ))}
        {changes.canChange ? (
          <td className={classes.tools}>
            <RowActions list={list} row={row} index={index} count={count} changes={changes} />
          </td>
        ) : null}
      </tr>
    </RowContext>
  )
}

const Cell = memo(function Cell({ node, isInDrawer }: { node: string; isInDrawer: boolean }) {
  const instance = useNode(node)
  const isVisible = useNodeValue(instance, ({ state }) => state.visible)
  if (!isVisible) return <td className={classes.cell} />
  return (
    <td className={classes.cell} data-cell={node}>
      {isInDrawer ? <ShownField instance={instance} /> : <FieldNode instance={instance} />}
    </td>
  )
})

function ShownField({ instance }: { instance: NodeInstance }) {
  return <ReadOnlyValue instance={instance} snapshot={useSnapshot(instance)} />
}

function isInRow({ row }: NodeInstance, outer: Row): boolean {
  for (let current: Row | undefined = row; current !== undefined; current = current.list?.row)
    if (current === outer) return true
  return false
}
