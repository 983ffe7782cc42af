import { findReadVariable } from './functions/generate-function.ts'
import type { Node } from './syntax.ts'

/** Names that never mean a variable. */
const reserved: ReadonlySet<string> = new Set([
  'execution',
  'task',
  'caseExecution',
  'authenticatedUserId',
  'variableContainer',
])

/**
 * Returns names of the variables that an expression may read: bare names, and those named by a literal in
 * `vars:get(x)`, `execution.getVariable('x')`, `variables.x` and `variables['x']`.
 */
export function findFreeVariables(root: Node): string[] {
  const names = new Set<string>()
  for (const node of listNodes(root)) {
    const name = findName(node)
    if (name !== undefined && !reserved.has(name)) names.add(name)
  }
  return [...names]
}

/** Yields a node and everything inside it. */
export function* listNodes(root: Node): Generator<Node> {
  const waiting: Node[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node
    for (const child of listChildren(node).reverse()) waiting.push(child)
  }
}

function findName(node: Node): string | undefined {
  if (node.kind === 'name') return node.name
  if (node.kind === 'function') return findReadVariable(node)
  if (node.kind === 'property' && node.base.kind === 'name' && node.base.name === 'variables')
    return literalText(node.key)
  if (node.kind === 'call' && /^(?:get|has)Variable/.test(literalText(node.method) ?? ''))
    return literalText(node.args[0])
  return undefined
}

function literalText(node: Node | undefined): string | undefined {
  return node?.kind === 'literal' && typeof node.value === 'string' ? node.value : undefined
}

function listChildren(node: Node): Node[] {
  switch (node.kind) {
    case 'literal':
    case 'name':
      return []
    case 'property':
      return [...(node.base.kind === 'name' && node.base.name === 'variables' ? [] : [node.base]), node.key]
    case 'call':
      return [node.base, node.method, ...node.args]
    case 'function':
      return findReadVariable(node) === undefined ? [...node.args] : node.args.slice(1)
    case 'unary':
      return [node.operand]
    case 'binary':
      return [node.left, node.right]
    case 'choice':
      return [node.test, node.yes, node.no]
    case 'composite':
      return [...node.parts]
  }
}
