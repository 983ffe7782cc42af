import { VisuallyHidden } from '@mantine/core'
import { type NodeInstance, presentSum } from '@millrace/forms'
import { useSyncExternalStore } from 'react'
import { formTexts } from '../form-texts.ts'
import { useFormView } from '../form-view-context.ts'
import { listOf } from '../instance-data.ts'
import classes from './lists.module.css'

interface Props {
  readonly list: NodeInstance
  /** Keys of the columns. */
  readonly columns: readonly string[]
  /** The rows end with a column of buttons. */
  readonly hasTools: boolean
}

/** The sums of columns, below these columns. */
export function Totals({ list, columns, hasTools }: Props) {
  const { store } = useFormView()
  const { totals = [] } = listOf(list).props
  // One text, so that it is drawn again only when a sum is another.
  const text = useSyncExternalStore(store.watch, () =>
    columns.map((key) => (totals.includes(key) ? presentSum(list, key, store.context) : '')).join('\n'),
  )
  const sums = text.split('\n')
  return (
    <tfoot className={classes.foot}>
      <tr className={classes.line}>
        <th scope="row" className={classes.number}>
          <span className={classes.sumWord}>{formTexts.total}</span>
        </th>
        {columns.map((key, index) => (
          <td key={key} className={classes.cell}>
            {sums[index] === '' ? null : (
              <>
                <VisuallyHidden>
                  {listOf(list).members.find((one) => one.key === key)?.props.label as string}:{' '}
                </VisuallyHidden>
                {sums[index]}
              </>
            )}
          </td>
        ))}
        {hasTools ? <td className={classes.tools} /> : null}
      </tr>
    </tfoot>
  )
}
