import { VisuallyHidden } from '@mantine/core'
import type { NodeInstance, Row } from '@millrace/forms'
import { memo } from 'react'
import { FieldNode } from '../field-node.tsx'
import { formTexts } from '../form-texts.ts'
import { inputId, useFormView } from '../form-view-context.ts'
import { labelOf, listOf } from '../instance-data.ts'
import type { ListComponentProps } from '../layout-props.ts'
import { RowContext, useNode, useNodeValue, useSnapshot } from '../use-node.ts'
import { ListFrame, RequiredStar } from './list-frame.tsx'
import classes from './lists.module.css'
import { RowActions } from './row-actions.tsx'
import { type RowDeeds, rowElementId, useRows } from './use-rows.ts'

/** Rows as lines of a table, fields as its columns; where it is narrow, each row stands by itself with its labels. */
export function Grid({ node, instance }: ListComponentProps) {
  const { formId } = useFormView()
  const { rows } = useSnapshot(instance)
  const deeds = useRows(instance)
  const columns = listOf(instance).members.map((member) => ({
    id: member.node,
    label: labelOf(member),
    isRequired: instance.planned.children.some(({ id, rule }) => id === member.node && rule.required === true),
  }))
  return (
    <ListFrame instance={instance} deeds={deeds}>
      <div className={classes.grid}>
        <table className={classes.table} aria-labelledby={`${inputId(formId, instance.id)}-label`}>
          <thead className={classes.head}>
            <tr>
              <th scope="col" className={classes.number}>
                <VisuallyHidden>{formTexts.row}</VisuallyHidden>
              </th>
              {columns.map(({ id, label, isRequired }) => (
                <th key={id} scope="col" className={classes.column}>
                  {label}
                  {isRequired && deeds.canChange ? <RequiredStar /> : null}
                </th>
              ))}
              {deeds.canChange ? (
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
                deeds={deeds}
                cells={node.children.map(({ id }) => id)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </ListFrame>
  )
}

interface GridRowProps {
  readonly list: NodeInstance
  readonly row: Row
  readonly index: number
  readonly count: number
  readonly deeds: RowDeeds
  readonly cells: readonly string[]
}

function GridRow({ list, row, index, count, deeds, cells }: GridRowProps) {
  const { formId } = useFormView()
  return (
    <RowContext value={row}>
      <tr id={rowElementId(formId, row)} className={classes.line}>
        <th scope="row" className={classes.number}>
          <span className={classes.word}>{listOf(list).props.rowLabel ?? formTexts.row} </span>
          {index + 1}
        </th>
        {cells.map((id) => (
          <Cell key={id} node={id} />
        ))}
        {deeds.canChange ? (
          <td className={classes.tools}>
            <RowActions list={list} row={row} index={index} count={count} deeds={deeds} />
          </td>
        ) : null}
      </tr>
    </RowContext>
  )
}

const Cell = memo(function Cell({ node }: { node: string }) {
  const instance = useNode(node)
  const isVisible = useNodeValue(instance, ({ state }) => state.visible)
  return <td className={classes.cell}>{isVisible ? <FieldNode instance={instance} /> : null}</td>
})
