import { fieldTypes, typeOf } from './form-io-types.ts'
import { listOf, type Source, textOf } from './node-maker.ts'
import {
  addMember,
  createNames,
  type FoundMember,
  findMember,
  type GrowingNames,
  rootOf,
  type SourceMember,
  type SourceNames,
} from './source-names.ts'

/** The names in a form of Form.io, at the top and inside its containers and grids. */
export interface FormIoNames {
  readonly root: SourceNames
  readonly inner: ReadonlyMap<Source, SourceNames>
}

const deepest = 14

export function collectFormIoNames(components: unknown): FormIoNames {
  const root = createNames(null, true)
  const inner = new Map<Source, SourceNames>()
  collect(components, { names: root, inner, depth: 1 })
  return { root, inner }
}

interface Place {
  readonly names: GrowingNames
  readonly inner: Map<Source, SourceNames>
  readonly depth: number
}

function collect(components: unknown, { names, inner, depth }: Place): void {
  if (depth > deepest) return
  for (const source of listOf(components)) {
    const type = String(source.type)
    const name = textOf(source.key)
    const isList = type === 'datagrid' || type === 'editgrid'
    const isNamed = isList || type === 'container'
    const below = isNamed ? createNames(names, isList) : names
    const add = (member: Omit<SourceMember, 'key' | 'source'>) => {
      if (name !== undefined) addMember(names, name, { source, ...member })
    }
    if (Object.hasOwn(fieldTypes, type)) add({ type: typeOf(fieldTypes[type] ?? 'text', source), inner: null })
    if (isNamed) {
      inner.set(source, below)
      add({ type: isList ? 'grid' : 'section', inner: below })
    }
    for (const children of childrenOf(type, source)) collect(children, { names: below, inner, depth: depth + 1 })
  }
}

function childrenOf(type: string, source: Source): readonly unknown[] {
  if (Object.hasOwn(fieldTypes, type)) return []
  if (type === 'columns') return listOf(source.columns).map(({ components }) => components)
  if (type === 'table')
    return (Array.isArray(source.rows) ? (source.rows as unknown[]) : []).flatMap((row) =>
      listOf(row).map(({ components }) => components),
    )
  return [source.components]
}

/** Finds a component as conditions of Form.io do: by its path, or by its key wherever it is. */
export function findFormIoMember(place: SourceNames, path: string): FoundMember | null {
  const root = rootOf(place)
  return indexKeys(root).get(path) ?? findPath(root, path.split('.'))
}

/** The index of a form's names, which are complete when its conditions are read. */
const indexes = new WeakMap<SourceNames, ReadonlyMap<string, FoundMember>>()

/** Returns the first component of each key, in the order of the form. */
function indexKeys(root: SourceNames): ReadonlyMap<string, FoundMember> {
  const known = indexes.get(root)
  if (known !== undefined) return known
  const index = new Map<string, FoundMember>()
  addKeys(root, { start: root, path: [] }, index)
  indexes.set(root, index)
  return index
}

function addKeys(
  { members }: SourceNames,
  { start, path: way }: Pick<FoundMember, 'start' | 'path'>,
  index: Map<string, FoundMember>,
): void {
  for (const [name, member] of members) {
    const path = [...way, member]
    if (!index.has(name)) index.set(name, { member, start, path, rest: [] })
    const { inner } = member
    if (inner !== null) addKeys(inner, inner.isRow ? { start: inner, path: [] } : { start, path }, index)
  }
}

/** Follows a path, in which the fields of a grid follow its key. */
function findPath(root: SourceNames, path: readonly string[]): FoundMember | null {
  let start = root
  let rest = path
  for (;;) {
    const count = rest.findIndex((_, at) => start.members.get(rest.slice(0, at + 1).join('.'))?.inner?.isRow === true)
    const rows = count < 0 ? undefined : start.members.get(rest.slice(0, count + 1).join('.'))?.inner
    if (rows === undefined || rows === null || count + 1 === rest.length) break
    start = rows
    rest = rest.slice(count + 1)
  }
  const found = findMember(start, rest)
  return found !== null && found.rest.length === 0 ? found : null
}
