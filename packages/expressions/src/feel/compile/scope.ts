import { nameKey, type Shape, shapeOf } from '../syntax/names.ts'
import type { Node } from '../syntax/node.ts'
import { ANY, type FeelType } from '../types/feel-type.ts'
import type { Code } from './frame.ts'

/**
 * The names that are visible at a position, at compile time. Each scope is one frame at run time. In a `filter` scope
 * the entries of the item, which are only known at run time, hide all names. The last name of a `loop` is `partial`,
 * the growing list of results.
 */
export interface Scope {
  readonly parent: Scope | null
  readonly kind: 'locals' | 'filter' | 'loop'
  /** The names of this scope, in the order of the values in its frame. */
  readonly names: readonly string[]
  /** The names that this scope and its enclosing scopes declare, with the known types of free variables. */
  readonly types: Readonly<Record<string, FeelType>>
  /**
   * Whether the standard is followed to the letter: the name of a builtin is its function even without a call, and
   * `list` without its element type is no type. Otherwise, as in Camunda, such a name is a variable and `list` is any
   * list.
   */
  readonly isStrict: boolean
  /** The free variables of the whole compilation, with their indexes in the root of an evaluation. */
  readonly free: Map<string, number>
  /** Names that are called in the whole compilation without a known declaration. */
  readonly unknown: { readonly name: string; readonly from: number; readonly to: number }[]
  findType(name: string): FeelType | undefined
  /** Compiles a node by its kind, for code that compiles a part of another node. */
  compile(node: Node, scope: Scope): Code
}

export function nestScope(
  parent: Scope,
  names: readonly string[],
  options: { kind?: Scope['kind']; types?: Readonly<Record<string, FeelType>> } = {},
): Scope {
  const types = { ...parent.types }
  for (const name of names) types[name] = options.types?.[name] ?? ANY
  return { ...parent, parent, kind: options.kind ?? 'locals', names, types }
}

/** The value at `index` of the frame `depth` levels out. */
export interface Local {
  readonly depth: number
  readonly index: number
  /** Whether the value still grows: readers need a copy. */
  readonly isGrowing: boolean
}

export function findLocal(scope: Scope, name: string): Local | undefined {
  const key = nameKey(name)
  let depth = 0
  for (let current: Scope | null = scope; current; current = current.parent) {
    const index = current.names.findLastIndex((candidate) => nameKey(candidate) === key)
    if (index !== -1) return { depth, index, isGrowing: current.kind === 'loop' && index === current.names.length - 1 }
    depth += 1
  }
  return undefined
}

/** Lists the distances of all filters between here and the frame `within` levels out, innermost first. */
export function listFilterDepths(scope: Scope, within: number): number[] {
  const depths: number[] = []
  let depth = 0
  for (let current: Scope | null = scope; current && depth <= within; current = current.parent) {
    if (current.kind === 'filter') depths.push(depth)
    depth += 1
  }
  return depths
}

/** Returns whether a scope is inside a filter, where entries of the item may hide other names. */
export function isInFilter(scope: Scope): boolean {
  return listFilterDepths(scope, Number.POSITIVE_INFINITY).length > 0
}

/** Declares a free variable and returns its index. The name has the declared spelling, where one is expected. */
export function declareFree(scope: Scope, name: string): { name: string; index: number } {
  const key = nameKey(name)
  const expected = Object.hasOwn(scope.types, name)
    ? name
    : Object.keys(scope.types).find((one) => nameKey(one) === key)
  const declared = expected ?? name
  const index = scope.free.get(declared) ?? scope.free.size
  scope.free.set(declared, index)
  return { name: declared, index }
}

/** Returns the names in scope for the parser. */
export function shapeOfScope(scope: Scope): Shape {
  return Object.fromEntries(Object.entries(scope.types).map(([name, type]) => [name, shapeOf(type)]))
}
