import IconAlertCircleFilled from 'icon:alert-circle-filled'
import IconAlertTriangleFilled from 'icon:alert-triangle-filled'
import IconCircleCheckFilled from 'icon:circle-check-filled'
import IconInfoCircleFilled from 'icon:info-circle-filled'
import type { ReactNode } from 'react'
import type { DrawnIcon } from '../icon/drawn.tsx'
import classes from './banner.module.css'

const kinds = {
  error: { icon: IconAlertTriangleFilled, role: 'alert' },
  warning: { icon: IconAlertCircleFilled, role: 'status' },
  success: { icon: IconCircleCheckFilled, role: 'status' },
  info: { icon: IconInfoCircleFilled, role: 'note' },
} as const satisfies Record<string, { icon: DrawnIcon; role: string }>

interface Props {
  readonly kind: keyof typeof kinds
  /** First line, bold. */
  readonly title: string
  /** Cause, and what still holds. */
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

export function Banner({ kind, title, children, actions }: Props) {
  const { icon: Icon, role } = kinds[kind]
  return (
    <div className={classes.banner} data-kind={kind} role={role}>
      <Icon size={16} className={classes.icon} aria-hidden />
      <div className={classes.text}>
        <strong>{title}</strong>
        {children ? <div>{children}</div> : null}
      </div>
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </div>
  )
}
