import { hierarchyLimits } from '@millrace/contract'

/** A row of a file with a column of managers. */
export interface ManagerRow {
  readonly line: number
  /** User name. */
  readonly key: string
  /** Key of the row above it, or user name of a position that exists; empty: the top level. */
  readonly manager: string
  /** Null: the file has no such column. */
  readonly position: string | null
}

/** A position that exists. */
export interface KnownNode {
  readonly id: string
  readonly parentId: string | null
  readonly name: string
  readonly username: string | null
}

/** A position that an import is going to write. */
export interface PlannedNode {
  readonly id: string
  readonly parentId: string | null
  readonly username: string
  readonly name: string
  readonly isNew: boolean
}

export interface PlannedRow {
  readonly line: number
  readonly key: string
  readonly result: 'new' | 'changed' | 'same' | 'refused'
  readonly message: string
}

export interface ImportPlan {
  readonly rows: readonly PlannedRow[]
  /** New and changed positions, each after its parent. */
  readonly nodes: readonly PlannedNode[]
}

interface Given {
  readonly rows: readonly ManagerRow[]
  readonly nodes: readonly KnownNode[]
  /** User names that exist. */
  readonly users: ReadonlySet<string>
  readonly newId: () => string
}

/**
 * Decides for each row of a file with a manager column what the import does. Positions are matched by user; rows may be
 * in any order. A row is refused when its user or manager does not exist, when it is a duplicate, or when the position
 * would be below itself.
 */
export function planImport({ rows, nodes, users, newId }: Given): ImportPlan {
  const known = new Map<string, KnownNode>()
  for (const node of nodes) if (node.username !== null && !known.has(node.username)) known.set(node.username, node)
  const byKey = new Map<string, ManagerRow>()
  for (const row of rows) if (!byKey.has(row.key)) byKey.set(row.key, row)
  const ids = new Map<string, string>()
  const idOf = (key: string) => {
    const id = ids.get(key) ?? known.get(key)?.id ?? newId()
    ids.set(key, id)
    return id
  }
  const faults = new Map<number, string>()
  for (const row of rows) {
    const fault = findFault(row, { byKey, known, users })
    if (fault !== null) faults.set(row.line, fault)
  }
  const parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]))
  for (const row of byKey.values())
    if (!faults.has(row.line)) parents.set(idOf(row.key), row.manager === '' ? null : idOf(row.manager))
  const depths = measure(parents)
  const planned: PlannedNode[] = []
  const plannedRows = rows.map((row): PlannedRow => {
    const { line, key } = row
    const fault = faults.get(line) ?? faultOfDepth(depths.get(idOf(key)))
    if (fault !== null) return { line, key, result: 'refused', message: fault }
    const old = known.get(key)
    const parentId = parents.get(idOf(key)) ?? null
    const name = row.position ?? old?.name ?? ''
    const changes = old === undefined ? [] : listChanges(old, { parentId, name, manager: row.manager })
    if (old !== undefined && changes.length === 0) return { line, key, result: 'same', message: '' }
    planned.push({ id: idOf(key), parentId, username: key, name, isNew: old === undefined })
    return old === undefined
      ? { line, key, result: 'new', message: row.manager === '' ? '' : `Below ${row.manager}` }
      : { line, key, result: 'changed', message: changes.join('; ') }
  })
  return { rows: plannedRows, nodes: planned.sort((a, b) => (depths.get(a.id) ?? 0) - (depths.get(b.id) ?? 0)) }
}

function findFault(
  { line, key, manager, position }: ManagerRow,
  {
    byKey,
    known,
    users,
  }: {
    readonly byKey: ReadonlyMap<string, ManagerRow>
    readonly known: ReadonlyMap<string, KnownNode>
    readonly users: ReadonlySet<string>
  },
): string | null {
  if (key === '') return 'Expected a user name in the key column, but the cell is empty.'
  const first = byKey.get(key)
  if (first !== undefined && first.line !== line) return `Expected each key once, but line ${first.line} has it too.`
  if (!users.has(key)) return `Expected a user of this workplace, but there is no user “${key}”.`
  if ((position ?? '').length > hierarchyLimits.name)
    return `Expected a position of at most ${hierarchyLimits.name} characters.`
  if (manager === '') return null
  if (manager === key) return 'Expected another user as the manager. Users cannot be their own manager.'
  if (!byKey.has(manager) && !known.has(manager))
    return `Expected the manager in this file or in this hierarchy, but “${manager}” is in neither.`
  return null
}

/** Levels of each position, from 1; `Infinity` for what is in a circle or below one. Each is looked at once. */
function measure(parents: ReadonlyMap<string, string | null>): Map<string, number> {
  const depths = new Map<string, number>()
  for (const start of parents.keys()) {
    const way: string[] = []
    const onWay = new Set<string>()
    let at: string | null = start
    while (at !== null && !depths.has(at) && !onWay.has(at)) {
      way.push(at)
      onWay.add(at)
      at = parents.get(at) ?? null
    }
    let depth = at === null ? 0 : onWay.has(at) ? Number.POSITIVE_INFINITY : (depths.get(at) ?? 0)
    for (const id of way.reverse()) depths.set(id, ++depth)
  }
  return depths
}

function faultOfDepth(depth = 1): string | null {
  if (depth === Number.POSITIVE_INFINITY)
    return 'Expected managers without a circle, but this user would be their own manager, or is below somebody who would be.'
  return depth > hierarchyLimits.depth
    ? `Expected at most ${hierarchyLimits.depth} levels of positions, but there would be more.`
    : null
}

function listChanges(
  old: KnownNode,
  { parentId, name, manager }: { readonly parentId: string | null; readonly name: string; readonly manager: string },
): string[] {
  return [
    ...(old.parentId === parentId ? [] : [manager === '' ? 'Moves to the top level' : `Moves below ${manager}`]),
    ...(old.name === name ? [] : [`Position “${old.name}” → “${name}”`]),
  ]
}
