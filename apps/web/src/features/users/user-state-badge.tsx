import type { UserState } from '@millrace/contract'
import { StatusBadge } from '../../components/status/status-badge.tsx'

const statuses = { active: 'enabled', disabled: 'disabled', locked: 'locked' } as const

/** Whether a user can sign in, as a badge. */
export function UserStateBadge({ state }: { state: UserState }) {
  return <StatusBadge status={statuses[state]} />
}
