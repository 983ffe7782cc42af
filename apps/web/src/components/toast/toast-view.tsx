import IconAlertCircleFilled from 'icon:alert-circle-filled'
import IconAlertTriangleFilled from 'icon:alert-triangle-filled'
import IconCircleCheckFilled from 'icon:circle-check-filled'
import { Button, CloseButton } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrawnIcon } from '../icon/drawn.tsx'
import type { Toast, ToastKind } from './show-toast.tsx'
import classes from './toast.module.css'
import { useOfferKey } from './use-offer-key.ts'

const icons = {
  success: IconCircleCheckFilled,
  warning: IconAlertCircleFilled,
  error: IconAlertTriangleFilled,
} as const satisfies Record<ToastKind, DrawnIcon>

/** The content of a toast. Mantine's container announces it to screen readers. */
export function ToastView({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const { t } = useTranslation()
  const { kind, title, text, action } = toast
  const Icon = icons[kind]
  // It is still there for a moment while it goes.
  const [taken, setTaken] = useState<Toast | null>(null)
  const take =
    action === undefined || taken === toast
      ? undefined
      : () => {
          setTaken(toast)
          onClose()
          action.run()
        }
  useOfferKey(take)
  return (
    <div className={classes.toast}>
      <Icon size={16} className={classes.icon} data-kind={kind} aria-hidden />
      <div className={classes.text}>
        <div className={classes.title}>{title}</div>
        {text ? <div className={classes.detail}>{text}</div> : null}
      </div>
      {action ? (
        <Button size="xs" variant="subtle" aria-keyshortcuts="Alt+Z" onClick={take}>
          {action.label}
        </Button>
      ) : null}
      <CloseButton size="sm" aria-label={t('common.close')} onClick={onClose} />
    </div>
  )
}
