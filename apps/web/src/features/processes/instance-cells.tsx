import type { InstanceRow } from '@millrace/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Age } from '../../components/dates/dates.tsx'
import { StatusBadge } from '../../components/status/status-badge.tsx'
import { useWatchRunning } from '../../lib/live/watched.ts'

interface InstanceCells {
  readonly key: (row: InstanceRow) => ReactNode
  readonly state: (row: InstanceRow) => ReactNode
  readonly waitingSince: (row: InstanceRow) => ReactNode
}

/** Returns the cells of lists of instances that show more than plain values. */
export function useInstanceCells(): InstanceCells {
  const { t } = useTranslation()
  return {
    key: ({ businessKey }) => businessKey ?? t('processes.withoutKey'),
    state: (row) => <State row={row} />,
    waitingSince: ({ waitingSince }) => (waitingSince === null ? null : <Age since={waitingSince} />),
  }
}

/** The state of an instance. A running instance is watched, so that the row shows when it moves. */
function State({ row }: { row: InstanceRow }) {
  useWatchRunning(row)
  return <StatusBadge status={row.state} />
}
