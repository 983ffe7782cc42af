import IconChevronDown from 'icon:chevron-down'
import IconChevronUp from 'icon:chevron-up'
import IconChevronsUp from 'icon:chevrons-up'
import IconMinus from 'icon:minus'
import { getPriorityLevel, type PriorityLevel } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import type { DrawnIcon } from '../icon/drawn.tsx'
import classes from './priority.module.css'

const icons = {
  urgent: IconChevronsUp,
  high: IconChevronUp,
  normal: IconMinus,
  low: IconChevronDown,
} as const satisfies Record<PriorityLevel, DrawnIcon>

/** The icon and name of a priority. `iconOnly` keeps the name for screen readers and as a tooltip. */
export function Priority({ value, iconOnly = false }: { value: number; iconOnly?: boolean }) {
  const { t } = useTranslation()
  const level = getPriorityLevel(value)
  const Icon = icons[level]
  const word = t(`priority.${level}`)
  if (iconOnly)
    return (
      <span className={classes.priority} data-level={level} role="img" aria-label={word} title={word}>
        <Icon size={15} stroke={2} aria-hidden />
      </span>
    )
  return (
    <span className={classes.priority} data-level={level}>
      <Icon size={15} stroke={2} aria-hidden />
      {word}
    </span>
  )
}
