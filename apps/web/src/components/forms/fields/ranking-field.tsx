import IconArrowDown from 'icon:arrow-down'
import IconArrowUp from 'icon:arrow-up'
import { ActionIcon, Button } from '@mantine/core'
import { useRef } from 'react'
import { type FieldProps, textOf } from '../field-props.ts'
import { formTexts } from '../form-texts.ts'
import { GroupWrapper } from './group-wrapper.tsx'
import classes from './ranking-field.module.css'

/** A field that ranks options by buttons. It has no value until an option is moved, or the order is confirmed. */
export function RankingField(props: FieldProps) {
  const { options, isDisabled } = props
  const list = useRef<HTMLOListElement>(null)
  const label = textOf(props.field, 'label') ?? ''
  const given = Array.isArray(props.value) ? (props.value as readonly string[]) : []
  const order = [...given, ...options.map(({ value }) => value).filter((value) => !given.includes(value))]
  const nameOf = (value: string) => options.find((option) => option.value === value)?.label ?? value
  const move = (from: number, to: number) => {
    const value = order[from]
    if (value === undefined) return
    props.onEntry(order.toSpliced(from, 1).toSpliced(to, 0, value))
    // The part that is moved keeps the focus, on a button that can still be pressed.
    const way = to === 0 ? 'down' : to === order.length - 1 ? 'up' : from < to ? 'down' : 'up'
    requestAnimationFrame(() => list.current?.children[to]?.querySelector<HTMLElement>(`[data-way="${way}"]`)?.focus())
  }
  return (
    <GroupWrapper props={props} className={classes.ranking}>
      <ol ref={list} className={classes.list}>
        {order.map((value, index) => (
          <li key={value} className={classes.line} data-given={given.length > 0 || undefined}>
            <span className={classes.name}>{nameOf(value)}</span>
            <ActionIcon
              variant="subtle"
              color="gray"
              data-way="up"
              aria-label={formTexts.rankUp(nameOf(value), label)}
              disabled={isDisabled || index === 0}
              onClick={() => move(index, index - 1)}
            >
              <IconArrowUp size={15} stroke={1.6} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              data-way="down"
              aria-label={formTexts.rankDown(nameOf(value), label)}
              disabled={isDisabled || index === order.length - 1}
              onClick={() => move(index, index + 1)}
            >
              <IconArrowDown size={15} stroke={1.6} />
            </ActionIcon>
          </li>
        ))}
      </ol>
      {given.length > 0 || isDisabled ? null : (
        <Button
          variant="default"
          size="xs"
          aria-label={`${formTexts.takeOrder}: ${label}`}
          onClick={() => props.onEntry(order)}
        >
          {formTexts.takeOrder}
        </Button>
      )}
    </GroupWrapper>
  )
}
