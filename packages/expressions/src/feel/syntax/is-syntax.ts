import type { Node } from './node.ts'

/** Nodes, iterators and named arguments, which all say where they stand; values and types do not. */
export function isSyntax(part: unknown): part is Node {
  return typeof part === 'object' && part !== null && 'from' in part && typeof part.from === 'number'
}
