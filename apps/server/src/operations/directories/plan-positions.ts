import { type KnownNode, type ManagerRow, planImport } from '../hierarchies/plan-import.ts'

/** A user of a directory, with the manager that it names. */
export interface ManagedUser {
  readonly username: string
  /** User name; null: the directory names no manager, or a manager who is not among the users of the run. */
  readonly manager: string | null
  /** The distinguished name of a manager who is not among the users of the run; null: there is no such manager. */
  readonly unknownManager: string | null
}

export interface PositionResult {
  readonly name: string
  readonly result: 'new' | 'changed' | 'refused'
  readonly message: string
}

interface Given {
  readonly users: readonly ManagedUser[]
  readonly nodes: readonly KnownNode[]
  /** User names that exist. */
  readonly existing: ReadonlySet<string>
  readonly newId: () => string
}

/**
 * Plans the positions of the users of a directory below those of their managers. Positions of users in a circle, or
 * with an unknown manager, stay as they are, and each is reported; the others are planned. A user without a manager
 * keeps their position, because the directory may have lost the attribute; a new one is on the top level.
 */
export function planPositions({ users, nodes, existing, newId }: Given) {
  const known = new Set(nodes.flatMap(({ username }) => username ?? []))
  const results: PositionResult[] = []
  const refuse = (name: string, message: string) => results.push({ name, result: 'refused', message })
  const wanted = new Map<string, string>()
  for (const { username, manager, unknownManager } of users) {
    if (unknownManager !== null)
      refuse(
        username,
        `Expected the manager among the users of this run, but “${unknownManager.slice(0, 200)}” is not in the directory, is not active, or was refused.`,
      )
    else if (manager !== null || !known.has(username)) wanted.set(username, manager ?? '')
  }
  const verdicts = judge(wanted, known)
  const rows: ManagerRow[] = []
  for (const [key, manager] of wanted) {
    const verdict = verdicts.get(key)
    if (verdict === 'circle')
      refuse(key, 'Expected managers without a circle, but this user would be their own manager.')
    else if (verdict === 'missing') refuse(key, `Expected a position of the manager “${manager}”, but it was left out.`)
    else rows.push({ line: rows.length, key, manager, position: null })
  }
  const plan = planImport({ rows, nodes, users: existing, newId })
  for (const { key: name, result, message } of plan.rows) if (result !== 'same') results.push({ name, result, message })
  return { nodes: plan.nodes, results }
}

type Verdict = 'placed' | 'circle' | 'missing'

/** Decides for each user whether the position of the manager exists or will. Each user is looked at once. */
function judge(managers: ReadonlyMap<string, string>, known: ReadonlySet<string>): ReadonlyMap<string, Verdict> {
  const verdicts = new Map<string, Verdict>()
  const hasPlace = (user: string) => user === '' || known.has(user) || verdicts.get(user) === 'placed'
  for (const start of managers.keys()) {
    const way: string[] = []
    const onWay = new Map<string, number>()
    let at = start
    while (managers.has(at) && !verdicts.has(at) && !onWay.has(at)) {
      onWay.set(at, way.length)
      way.push(at)
      at = managers.get(at) ?? ''
    }
    for (const user of way.splice(onWay.get(at) ?? way.length)) verdicts.set(user, 'circle')
    for (const user of way.reverse()) verdicts.set(user, hasPlace(managers.get(user) ?? '') ? 'placed' : 'missing')
  }
  return verdicts
}
