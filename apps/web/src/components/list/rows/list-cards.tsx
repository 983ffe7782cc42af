import { Checkbox, Skeleton } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ArrangedColumn } from '../columns/arrange-columns.ts'
import { labelOfColumn } from '../columns/variable-columns.ts'
import classes from './list-cards.module.css'
import type { RowSource } from './list-table.tsx'
import { isShifted, listSelection } from './row-selection.ts'
import { useListKeys } from './use-list-keys.ts'
import type { Selection } from './use-selection.ts'

interface Props<Row> extends RowSource<Row> {
  readonly label: string
  readonly columns: readonly ArrangedColumn[]
  readonly selection: Selection<Row> | null
  readonly isStale: boolean
}

const expectedCards = [0, 1, 2, 3, 4, 5]
/** Placeholders have about the height of cards, so that the foot of the list does not move when they are replaced. */
const expectedFacts = 6

/** The rows of a list as cards for narrow windows: the naming value, and others with their labels. */
export function ListCards<Row>({ label, columns, rows, getId, nameOf, cell, actions, selection, isStale }: Props<Row>) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const onKeyDown = useListKeys(box, listSelection(selection, rows))
  const shown = columns.filter(({ isShown }) => isShown)
  const [first, ...others] = shown
  if (first === undefined) return null
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between the links inside
    <div ref={box} onKeyDown={onKeyDown}>
      <ul className={classes.cards} data-rows aria-label={label} aria-busy={isStale || rows === null}>
        {rows === null
          ? expectedCards.map((card) => (
              // The id of a row can be such a number: React would move the placeholder to its place.
              <li key={`expected ${card}`} className={classes.card}>
                <div className={classes.head}>
                  <Skeleton height={12} width="60%" />
                </div>
                <div className={classes.facts}>
                  {others.slice(0, expectedFacts).map(({ name }) => (
                    <div key={name} className={classes.fact}>
                      <Skeleton height={10} my={3} width="40%" />
                      <Skeleton height={10} my={4} width="70%" />
                    </div>
                  ))}
                </div>
              </li>
            ))
          : rows.map((row) => (
              <li
                key={getId(row)}
                className={classes.card}
                tabIndex={-1}
                data-selected={selection?.has(row) || undefined}
              >
                <div className={classes.head}>
                  {selection === null ? null : (
                    <Checkbox
                      aria-label={t('list.select', { name: nameOf(row) })}
                      checked={selection.has(row)}
                      onChange={(event) => (isShifted(event) ? selection.extendTo(row) : selection.toggle(row))}
                    />
                  )}
                  <div className={classes.name}>{cell(first.name, row)}</div>
                  {actions?.(row)}
                </div>
                <dl className={classes.facts}>
                  {others.map(({ name, column }) => {
                    const content = cell(name, row)
                    return content === null || content === '' ? null : (
                      <div key={name} className={classes.fact}>
                        <dt>{labelOfColumn(column, t)}</dt>
                        <dd>{content}</dd>
                      </div>
                    )
                  })}
                </dl>
              </li>
            ))}
      </ul>
    </div>
  )
}
