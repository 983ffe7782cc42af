import type { Node } from './node.ts'

/**
 * Returns whether a part of a tree is a node, iterator or named argument, which have positions; values and types do
 * not.
 */
export function isSyntax(part: unknown): part is Node {
  return typeof part === 'object' && part !== null && 'from' in part && typeof part.from === 'number'
}
