import type { NodeType } from '../document/types.ts'
import type { Source } from './node-maker.ts'

/** The names in the source at one level: of the form, of a group or of the rows of a list. */
export interface SourceNames {
  readonly outer: SourceNames | null
  /** The form itself or the row of a list; false for a group. */
  readonly isRow: boolean
  /** The members by their names in the source. */
  readonly members: ReadonlyMap<string, SourceMember>
  /** Their keys in our document. */
  readonly keys: ReadonlySet<string>
  /** The names that contain symbols. */
  readonly symbolic: readonly string[]
}

/** A level of names while an import collects them. */
export interface GrowingNames extends SourceNames {
  readonly members: Map<string, SourceMember>
  readonly keys: Set<string>
  readonly symbolic: string[]
}

export interface SourceMember {
  /** The key in our document. */
  readonly key: string
  readonly type: NodeType
  readonly source: Source
  /** The names inside of groups and lists. */
  readonly inner: SourceNames | null
}

/** A field, list or container of an imported document that a name refers to, with the path to it. */
export interface FoundMember {
  readonly member: SourceMember
  /** The names at which the path begins, and the members on it. */
  readonly start: SourceNames
  readonly path: readonly SourceMember[]
  /** The remaining path after a member without members, which is ignored. */
  readonly rest: readonly string[]
}

export function createNames(outer: SourceNames | null, isRow: boolean): GrowingNames {
  return { outer, isRow, members: new Map(), keys: new Set(), symbolic: [] }
}

/** Adds a member by its name in the source. A second member with the same name is ignored. */
export function addMember(
  { members, keys, symbolic }: GrowingNames,
  name: string,
  member: Omit<SourceMember, 'key'>,
): void {
  if (members.has(name)) return
  const key = keyOfName(name)
  members.set(name, { key, ...member })
  keys.add(key)
  if (/[^\w.]/.test(name)) symbolic.push(name)
}

/** Returns the key in our document of a name in the source, without dots, which would refer to members of a group. */
export function keyOfName(name: string): string {
  return name.trim().replace(/\./g, '_')
}

/** Returns the names of the nearest enclosing row; outside of rows, the names of the form. */
export function rowOf(names: SourceNames): SourceNames {
  let row = names
  while (!row.isRow && row.outer !== null) row = row.outer
  return row
}

export function rootOf(names: SourceNames): SourceNames {
  let root = names
  while (root.outer !== null) root = root.outer
  return root
}

/** Finds a member by its path in the source; null when there is none. A key that contains dots counts as one name. */
export function findMember(start: SourceNames, path: readonly string[]): FoundMember | null {
  let names = start
  const found: SourceMember[] = []
  for (let at = 0; at < path.length; ) {
    const count = takeName(names, path.slice(at))
    if (count === 0) break
    const member = names.members.get(path.slice(at, at + count).join('.'))
    if (member === undefined) break
    found.push(member)
    at += count
    if (member.inner === null) return { member, start, path: found, rest: path.slice(at) }
    names = member.inner
    if (at === path.length) return { member, start, path: found, rest: [] }
  }
  return null
}

/** Returns how many parts of a path are one name; 0 when none is known. */
function takeName({ members }: SourceNames, path: readonly string[]): number {
  for (let count = Math.min(path.length, 6); count > 0; count--)
    if (members.has(path.slice(0, count).join('.'))) return count
  return 0
}

/**
 * Returns the name by which our expressions find a member from a position, where the nearest names are searched first.
 * Null when the position is not inside the rows of the member, or a nearer member has the same name.
 */
export function nameFrom(place: SourceNames, { start, path }: FoundMember): string | null {
  const levels = [start, ...path.slice(0, -1).map(({ inner }) => inner)]
  const nearer: SourceNames[] = []
  for (let names: SourceNames | null = place; names !== null; names = names.outer) {
    const level = levels.lastIndexOf(names)
    if (level >= 0) {
      const keys = path.slice(level).map(({ key }) => key)
      if (!nearer.some((one) => one.keys.has(keys[0] ?? ''))) return keys.join('.')
    }
    nearer.push(names)
  }
  return null
}
