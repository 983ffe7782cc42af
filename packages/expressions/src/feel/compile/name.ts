import { findBuiltin } from '../builtins/index.ts'
import { nameKey } from '../syntax/names.ts'
import type { Node, NodeOf } from '../syntax/node.ts'
import { findEntry } from '../values/find-entry.ts'
import { FeelFunction } from '../values/function.ts'
import { type FeelValue, isContext, isList } from '../values/value.ts'
import { compileNode } from './compile-node.ts'
import type { Code, Frame } from './frame.ts'
import { declareFree, findLocal, isInFilter, type Local, listFilterDepths, type Scope } from './scope.ts'

/**
 * Returns a name: an entry of the item in a filter, a declared name, a variable, a builtin function; null when it is
 * nothing.
 */
export function compileName({ name }: NodeOf<'name'>, scope: Scope): Code {
  const local = findLocal(scope, name)
  const builtin = scope.isStrict && !local ? findBuiltin(name) : undefined
  const code = local ? compileLocal(local) : builtin ? () => builtin : compileFree(name, scope)
  return compileEntries(listFilterDepths(scope, local?.depth ?? Number.POSITIVE_INFINITY), name, code)
}

/** Compiles the name of a called function: a builtin, unless the name means another function. */
export function compileCallee(node: Node, scope: Scope): Code {
  const builtin = node.kind === 'name' ? findBuiltin(node.name) : undefined
  if (!builtin || node.kind !== 'name') {
    if (node.kind === 'name') noteUnknown(node, scope)
    return compileNode(node, scope)
  }
  const local = findLocal(scope, node.name)
  const filterDepths = listFilterDepths(scope, local?.depth ?? Number.POSITIVE_INFINITY)
  if (!local && filterDepths.length === 0) return () => builtin
  const code = compileEntries(filterDepths, node.name, local ? compileLocal(local) : () => builtin)
  return (frame) => {
    const value = code(frame)
    return value instanceof FeelFunction ? value : builtin
  }
}

/** What is called and neither declared nor expected may still be an entry of the item that a filter looks at. */
function noteUnknown({ name, from, to }: NodeOf<'name'>, scope: Scope): void {
  const key = nameKey(name)
  const isDeclared =
    findLocal(scope, name) !== undefined || Object.keys(scope.types).some((one) => nameKey(one) === key)
  if (!isDeclared && !isInFilter(scope)) scope.unknown.push({ name, from, to })
}

/** Compiles `?`, the value of unary tests. */
export function compileInput(_node: NodeOf<'input'>, scope: Scope): Code {
  const local = findLocal(scope, INPUT)
  return local ? compileLocal(local) : compileFree(INPUT, scope)
}

export const INPUT = '?'

/** Returns the code that reads a local name. Common depths have closures of their own, which need no loop. */
function compileLocal({ depth, index, isGrowing }: Local): Code {
  if (isGrowing) return (frame) => copyList(frame, frameAt(frame, depth)?.values[index] ?? null)
  if (depth === 0) return (frame) => frame.values[index] ?? null
  if (depth === 1) return (frame) => frame.parent?.values[index] ?? null
  return (frame) => frameAt(frame, depth)?.values[index] ?? null
}

/** Returns the value of a declared name at run time, for callers that learn the name only then. */
export function readName(frame: Frame, scope: Scope, name: string): FeelValue | undefined {
  const local = findLocal(scope, name)
  return local && compileLocal(local)(frame)
}

/** Copies count, or a long loop that looks at all its results at each turn would never end. */
function copyList(frame: Frame, list: FeelValue): FeelValue {
  if (!isList(list)) return null
  frame.root.evaluation.checkList(list.length)
  return [...list]
}

function frameAt(frame: Frame, depth: number): Frame | null {
  let current: Frame | null = frame
  for (let level = 0; level < depth && current; level++) current = current.parent
  return current
}

function compileFree(name: string, scope: Scope): Code {
  const free = declareFree(scope, name)
  return (frame) => frame.root.findFree(free.index, free.name) ?? null
}

function compileEntries(filterDepths: readonly number[], name: string, otherwise: Code): Code {
  if (filterDepths.length === 0) return otherwise
  return (frame) => {
    for (const depth of filterDepths) {
      const item = frameAt(frame, depth)?.values[0] ?? null
      const entry = isContext(item) ? findEntry(item, name, frame.root.evaluation.meter) : undefined
      if (entry !== undefined) return entry
    }
    return otherwise(frame)
  }
}
