import type { Activity } from '@millrace/contract'

/** A run of an element with what ran inside it. */
export interface ActivityNode {
  readonly activity: Activity
  readonly children: readonly ActivityNode[]
}

/** The tree of runs, in the order given. A run whose scope is not in the list stands at the top. */
export function arrangeActivities(activities: readonly Activity[]): ActivityNode[] {
  const known = new Set(activities.map(({ id }) => id))
  const byParent = Map.groupBy(activities, ({ parentId }) =>
    parentId !== null && known.has(parentId) ? parentId : null,
  )
  const collect = (parentId: string | null): ActivityNode[] =>
    (byParent.get(parentId) ?? []).map((activity) => ({ activity, children: collect(activity.id) }))
  return collect(null)
}

export interface ActivityMoment {
  readonly id: string
  readonly at: string
  readonly kind: 'started' | 'completed' | 'cancelled'
  readonly activity: Activity
}

/** Starts and ends of all runs, the newest first. What ended in the moment in which it began is one moment. */
export function listMoments(activities: readonly Activity[]): ActivityMoment[] {
  const moments = activities.flatMap((activity): ActivityMoment[] => {
    const { id, startedAt, endedAt, state } = activity
    const started: ActivityMoment = { id: `${id} start`, at: startedAt, kind: 'started', activity }
    if (endedAt === null) return [started]
    const ended: ActivityMoment = {
      id: `${id} end`,
      at: endedAt,
      kind: state === 'cancelled' ? 'cancelled' : 'completed',
      activity,
    }
    return endedAt === startedAt ? [ended] : [started, ended]
  })
  return moments
    .map((moment, index) => ({ moment, index }))
    .sort((a, b) => b.moment.at.localeCompare(a.moment.at) || b.index - a.index)
    .map(({ moment }) => moment)
}
