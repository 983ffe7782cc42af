import { createRootScope } from './compile/root-scope.ts'
import { parseScoped } from './program.ts'
import { collapseName } from './syntax/names.ts'
import type { Node } from './syntax/node.ts'
import { ANY } from './types/feel-type.ts'
import type { FeelValue } from './values/value.ts'

/** A use of an undeclared variable in a source: `order.total` in `order.total > 5`. */
export interface Reference {
  /** UTF-16 offsets in the source. */
  readonly from: number
  readonly to: number
  /** The variable, and the members that are followed from it. */
  readonly path: readonly string[]
  /** The filter of a list may mean a member of its items by this name. */
  readonly isInFilter: boolean
  /** The literal that the variable is compared with by `=` or `!=`. */
  readonly comparedWith?: FeelValue
  /** The offsets of that comparison. */
  readonly comparison?: { readonly from: number; readonly to: number; readonly operator: '=' | '!=' }
}

/**
 * Lists where an expression uses variables that it does not declare itself, in the order of the source. Null for a
 * source that is no expression. `names` are the variables with symbols in their names.
 */
export function listReferences(source: string, names: readonly string[] = []): readonly Reference[] | null {
  const scope = createRootScope({
    expected: Object.fromEntries(names.map((name) => [name, ANY])),
    findType: () => undefined,
  })
  const parsed = parseScoped(source, scope)
  if (!parsed.ok) return null
  const found: Reference[] = []
  walk(parsed.tree, { locals: new Set(), isInFilter: false }, found)
  return found.sort((a, b) => a.from - b.from)
}

interface Place {
  /** Names that the expression declares around this position. */
  readonly locals: ReadonlySet<string>
  readonly isInFilter: boolean
}

function walk(node: Node, place: Place, found: Reference[]): void {
  const path = pathOf(node)
  if (path !== null) {
    const [first = ''] = path
    if (!place.locals.has(first)) found.push({ from: node.from, to: node.to, path, isInFilter: place.isInFilter })
    return
  }
  switch (node.kind) {
    case 'comparison':
      walkComparison(node, place, found)
      return
    case 'for':
    case 'some':
    case 'every': {
      let inner = place
      for (const { name, domain, end } of node.iterators) {
        walk(domain, inner, found)
        if (end !== null) walk(end, inner, found)
        inner = declare(inner, [name])
      }
      walk(node.body, declare(inner, ['partial']), found)
      return
    }
    case 'function':
    case 'external function':
      walk(
        node.body,
        declare(
          place,
          node.parameters.map(({ name }) => name),
        ),
        found,
      )
      return
    case 'context': {
      let inner = place
      for (const { name, value } of node.entries) {
        walk(value, inner, found)
        inner = declare(inner, [name])
      }
      return
    }
    case 'filter':
      walk(node.target, place, found)
      walk(node.filter, { ...declare(place, ['item']), isInFilter: true }, found)
      return
    case 'call':
      if (node.callee.kind !== 'name') walk(node.callee, place, found)
      for (const argument of node.args) walk(argument, place, found)
      return
    case 'named call':
      if (node.callee.kind !== 'name') walk(node.callee, place, found)
      for (const { value } of node.args) walk(value, place, found)
      return
    default:
      for (const part of partsOf(node)) walk(part, place, found)
  }
}

function walkComparison(node: Extract<Node, { kind: 'comparison' }>, place: Place, found: Reference[]): void {
  for (const [side, other] of [
    [node.left, node.right],
    [node.right, node.left],
  ] as const) {
    const before = found.length
    walk(side, place, found)
    const reference = found.at(-1)
    const { operator } = node
    if (found.length !== before + 1 || reference === undefined || pathOf(side) === null) continue
    if (other.kind !== 'literal' || (operator !== '=' && operator !== '!=')) continue
    const comparison = { from: node.from, to: node.to, operator }
    found[before] = { ...reference, comparedWith: other.value, comparison }
  }
}

function pathOf(node: Node): readonly string[] | null {
  if (node.kind === 'name') return [collapseName(node.name)]
  if (node.kind !== 'path') return null
  const target = pathOf(node.target)
  return target === null ? null : [...target, node.name]
}

function declare(place: Place, names: readonly string[]): Place {
  return { ...place, locals: new Set([...place.locals, ...names]) }
}

function partsOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'list':
      return node.items
    case 'and':
    case 'or':
    case 'arithmetic':
      return [node.left, node.right]
    case 'negation':
      return [node.operand]
    case 'between':
      return [node.value, node.low, node.high]
    case 'in':
      return [node.value, ...node.tests]
    case 'instance of':
      return [node.value]
    case 'if':
      return [node.condition, node.whenTrue, node.whenFalse]
    case 'path':
      return [node.target]
    case 'interval':
      return [node.start, node.end]
    case 'unary comparison':
      return [node.endpoint]
    default:
      return []
  }
}
