import IconMinus from 'icon:minus'
import IconPencil from 'icon:pencil'
import IconPlus from 'icon:plus'
import type { AuditOperation } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import classes from './audit.module.css'

const badges = {
  insert: { tone: 'green', icon: IconPlus },
  update: { tone: 'blue', icon: IconPencil },
  delete: { tone: 'red', icon: IconMinus },
} as const

/** A badge with colour, icon and text for an object that was created, changed or deleted. */
export function ChangeBadge({ operation }: { operation: AuditOperation }) {
  const { t } = useTranslation()
  const { tone, icon: Icon } = badges[operation]
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon size={14} stroke={1.6} aria-hidden />
      {t(`auditOperationLabels.${operation}`)}
    </span>
  )
}
