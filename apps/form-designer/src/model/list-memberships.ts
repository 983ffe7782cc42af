import type { Design, DesignNode } from '@millrace/forms/design'

const properties = ['visibleFor', 'enabledFor', 'requiredFor'] as const

/** Lists the roles and groups that a form mentions, sorted by name. */
export function listMemberships({ nodes }: Pick<Design, 'nodes'>): string[] {
  return [...new Set(Object.values(nodes).flatMap(membershipsOf))].toSorted()
}

/** Lists the roles and groups that a node mentions. */
export function membershipsOf({ props }: DesignNode): string[] {
  return properties.flatMap((name) => (Array.isArray(props[name]) ? (props[name] as readonly string[]) : []))
}
