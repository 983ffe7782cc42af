import type { ElementStatus } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { type Status, statuses } from '../status/status-badge.tsx'
import classes from './bpmn-diagram.module.css'

/** A legend of the colours that a diagram uses. */
export function Legend({ elements, isSuspended }: { elements: readonly ElementStatus[]; isSuspended: boolean }) {
  const { t } = useTranslation()
  const shown: Status[] = []
  if (elements.some(({ completed }) => completed > 0)) shown.push('completed')
  if (elements.some(({ active, incidents }) => active > incidents)) shown.push(isSuspended ? 'suspended' : 'active')
  if (elements.some(({ incidents }) => incidents > 0)) shown.push('incident')
  return (
    <ul className={classes.legend} aria-label={t('diagram.legend')}>
      {shown.map((status) => {
        const { icon: Icon, tone } = statuses[status]
        return (
          <li key={status}>
            <Icon size={14} color={`var(--app-${tone})`} aria-hidden />
            {t(`status.${status}`)}
          </li>
        )
      })}
    </ul>
  )
}
