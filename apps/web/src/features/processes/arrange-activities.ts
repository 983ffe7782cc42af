import type { Activity } from '@millrace/contract'

/** An element instance with the element instances inside it. */
export interface ActivityNode {
  readonly activity: Activity
  readonly children: readonly ActivityNode[]
}

/**
 * Arranges element instances as a tree, in the given order. An element instance whose scope is not in the list is on
 * the top level.
 */
export function arrangeActivities(activities: readonly Activity[]): ActivityNode[] {
  const known = new Set(activities.map(({ id }) => id))
  const byParent = Map.groupBy(activities, ({ parentId }) =>
    parentId !== null && known.has(parentId) ? parentId : null,
  )
  const collect = (parentId: string | null): ActivityNode[] =>
    (byParent.get(parentId) ?? []).map((activity) => ({ activity, children: collect(activity.id) }))
  return collect(null)
}

/** Returns the element instances of one element with their ancestors and descendants; null for all. */
export function keepSelected(nodes: readonly ActivityNode[], elementId: string | null): readonly ActivityNode[] {
  if (elementId === null) return nodes
  return nodes.flatMap((node) => {
    if (node.activity.elementId === elementId) return [node]
    const children = keepSelected(node.children, elementId)
    return children.length === 0 ? [] : [{ ...node, children }]
  })
}
