import IconAlertTriangleFilled from 'icon:alert-triangle-filled'
import IconBan from 'icon:ban'
import IconBellZ from 'icon:bell-z'
import IconCircle from 'icon:circle'
import IconCircleCheckFilled from 'icon:circle-check-filled'
import IconCircleDashed from 'icon:circle-dashed'
import IconClock from 'icon:clock'
import IconLock from 'icon:lock'
import IconPencil from 'icon:pencil'
import IconPlayerPauseFilled from 'icon:player-pause-filled'
import IconPlayerPlayFilled from 'icon:player-play-filled'
import IconUsers from 'icon:users'
import { useTranslation } from 'react-i18next'
import type { DrawnIcon } from '../icon/drawn.tsx'
import classes from './status-badge.module.css'

type Tone = 'green' | 'blue' | 'amber' | 'red' | 'violet' | 'grey'

/** All statuses of badges, with their colour, icon and text. */
export const statuses = {
  active: { tone: 'blue', icon: IconPlayerPlayFilled },
  waiting: { tone: 'grey', icon: IconClock },
  completed: { tone: 'green', icon: IconCircleCheckFilled },
  connected: { tone: 'green', icon: IconCircleCheckFilled },
  incident: { tone: 'red', icon: IconAlertTriangleFilled },
  failed: { tone: 'red', icon: IconAlertTriangleFilled },
  suspended: { tone: 'amber', icon: IconPlayerPauseFilled },
  cancelled: { tone: 'grey', icon: IconBan },
  unclaimed: { tone: 'grey', icon: IconCircleDashed },
  assigned: { tone: 'blue', icon: IconCircle },
  claimedByYou: { tone: 'blue', icon: IconCircleCheckFilled },
  delegated: { tone: 'violet', icon: IconUsers },
  overdue: { tone: 'red', icon: IconClock },
  open: { tone: 'blue', icon: IconCircle },
  used: { tone: 'green', icon: IconCircleCheckFilled },
  expired: { tone: 'grey', icon: IconClock },
  ended: { tone: 'grey', icon: IconBan },
  draft: { tone: 'violet', icon: IconPencil },
  enabled: { tone: 'green', icon: IconCircleCheckFilled },
  disabled: { tone: 'grey', icon: IconBan },
  openCause: { tone: 'red', icon: IconAlertTriangleFilled },
  snoozed: { tone: 'grey', icon: IconBellZ },
  fixed: { tone: 'green', icon: IconCircleCheckFilled },
  locked: { tone: 'amber', icon: IconLock },
} as const satisfies Record<string, { tone: Tone; icon: DrawnIcon }>

export type Status = keyof typeof statuses

export function StatusBadge({ status }: { status: Status }) {
  const { t } = useTranslation()
  const { tone, icon: Icon } = statuses[status]
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon size={14} stroke={1.6} aria-hidden />
      {t(`status.${status}`)}
    </span>
  )
}

/** The icon of a status alone, for narrow rows. The name of the status is its accessible name and tooltip. */
export function StatusIcon({ status }: { status: Status }) {
  const { t } = useTranslation()
  const { tone, icon: Icon } = statuses[status]
  const word = t(`status.${status}`)
  return (
    <span className={classes.icon} data-tone={tone} role="img" aria-label={word} title={word}>
      <Icon size={15} stroke={1.6} aria-hidden />
    </span>
  )
}
