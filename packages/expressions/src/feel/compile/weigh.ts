import { isSyntax } from '../syntax/is-syntax.ts'
import type { Iterator, Node } from '../syntax/node.ts'

/**
 * Returns the steps of evaluating a node once: one for each node. Parts that are evaluated many times, such as the body
 * of a loop, are charged separately each time.
 */
export function weigh(node: Node): number {
  switch (node.kind) {
    case 'for':
    case 'some':
    case 'every':
      return 1 + node.iterators.reduce((sum, iterator, index) => sum + (index === 0 ? weighDomain(iterator) : 0), 0)
    case 'filter':
      return 1 + weigh(node.target)
    case 'function':
      return 1
    default:
      return 1 + Object.values(node).reduce((sum: number, part) => sum + weighPart(part), 0)
  }
}

export function weighDomain({ domain, end }: Iterator): number {
  return weigh(domain) + (end === null ? 0 : weigh(end))
}

function weighPart(part: unknown): number {
  if (Array.isArray(part)) return part.reduce((sum: number, item) => sum + weighPart(item), 0)
  return isSyntax(part) ? weigh(part) : 0
}
