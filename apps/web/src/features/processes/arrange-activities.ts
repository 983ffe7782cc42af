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

/** The runs of one element with the scopes around them and what ran inside; null for all. */
export function keepSelected(nodes: readonly ActivityNode[], elementId: string | null): readonly ActivityNode[] {
  if (elementId === null) return nodes
  return nodes.flatMap((node) => {
    if (node.activity.elementId === elementId) return [node]
    const children = keepSelected(node.children, elementId)
    return children.length === 0 ? [] : [{ ...node, children }]
  })
}
