import type { PackageDecisions, PackageImportDetails, PackagePlanItem, Person } from '@millrace/contract'

/** The decision of a user about an item. */
export interface ItemDecision {
  readonly action: 'skip' | 'replace' | 'rename'
  readonly newKey: string
  readonly newName: string
}

/** The decisions of the user; empty texts are not decided yet. */
export interface Decisions {
  readonly items: Readonly<Record<string, ItemDecision>>
  readonly users: Readonly<Record<string, Person | 'leave'>>
  readonly groups: Readonly<Record<string, string>>
  readonly connections: Readonly<Record<string, string>>
  readonly isTrusted: boolean
}

export const noDecisions: Decisions = { items: {}, users: {}, groups: {}, connections: {}, isTrusted: false }

/** The decision to leave a name of the package unchanged. */
export const leave = ' '

export function idOf({ kind, key }: Pick<PackagePlanItem, 'kind' | 'key'>): string {
  return `${kind} ${key}`
}

/** Returns the possible actions for an item; empty for an unchanged one. */
export function actionsOf({ result, canReplace, canRename }: PackagePlanItem): ItemDecision['action'][] {
  if (result === 'same') return canRename ? ['replace', 'rename'] : []
  if (result === 'refused') return ['skip']
  if (result !== 'conflict') return ['replace', 'skip']
  return ['skip', ...(canReplace ? (['replace'] as const) : []), ...(canRename ? (['rename'] as const) : [])]
}

/** Counts the decisions that are missing before the import can start. */
export function countMissing(details: PackageImportDetails, decisions: Decisions): number {
  const items = details.items.filter((item) => {
    const decision = decisions.items[idOf(item)]
    if (item.result === 'conflict' || item.result === 'refused') {
      if (decision === undefined) return true
    }
    return decision?.action === 'rename' && (decision.newKey.trim() === '' || decision.newName.trim() === '')
  })
  const users = details.users.filter(({ name }) => decisions.users[name] === undefined)
  const groups = details.groups.filter(({ name }) => decisions.groups[name] === undefined)
  const trust = details.signature.trust === 'unknown' && !decisions.isTrusted ? 1 : 0
  return items.length + users.length + groups.length + trust
}

/** Converts the decisions to the body of a call. */
export function presentDecisions(details: PackageImportDetails, decisions: Decisions): PackageDecisions {
  const items = details.items.flatMap((item): PackageDecisions['items'] => {
    const decision = decisions.items[idOf(item)]
    // What is new or an update is taken over unless it is skipped.
    if (decision === undefined || (item.result !== 'conflict' && decision.action === 'replace')) return []
    const { kind, key, stamp } = item
    if (decision.action === 'replace') return [{ kind, key, stamp, action: decision.action }]
    if (decision.action !== 'rename') return [{ kind, key, action: decision.action }]
    return [{ kind, key, action: decision.action, newKey: decision.newKey.trim(), newName: decision.newName.trim() }]
  })
  return {
    items,
    users: Object.fromEntries(
      Object.entries(decisions.users).map(([name, user]) => [name, user === 'leave' ? '' : user.username]),
    ),
    groups: Object.fromEntries(Object.entries(decisions.groups).map(([name, key]) => [name, key === leave ? '' : key])),
    connections: decisions.connections,
    trust: decisions.isTrusted,
  }
}
