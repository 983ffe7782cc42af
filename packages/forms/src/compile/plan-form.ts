import type { DataNode, NodeRule, RuntimeDocument } from './runtime-document.ts'

/** A node with its position in the tree. */
export interface PlannedNode {
  readonly id: string
  readonly rule: NodeRule
  readonly parent: PlannedNode | null
  /** The nodes directly inside. */
  readonly children: PlannedNode[]
  /** The list whose rows contain the node. */
  readonly list: PlannedNode | null
  /** The number of enclosing lists. */
  readonly depth: number
  /** The value that the node holds; null for containers without a key, and for texts. */
  readonly data: DataNode | null
  /** Keys that lead to it in its row. */
  readonly path: readonly string[]
  /** The names that its rules see. */
  readonly scope: NameScope
  /** The names inside the node: for a list those of one row, for a group those of its members. */
  readonly inner: NameScope
}

/** The names of a row or group, and of its enclosing ones. */
export interface NameScope {
  readonly outer: NameScope | null
  readonly members: Map<string, PlannedNode>
}

export interface FormPlan {
  /** All nodes in document order. */
  readonly nodes: readonly PlannedNode[]
  readonly byId: ReadonlyMap<string, PlannedNode>
  readonly root: NameScope
}

/** Returns the nodes of a form with their places. The rules must be in document order. */
export function planForm({ data, rules }: Pick<RuntimeDocument, 'data' | 'rules'>): FormPlan {
  const dataOf = indexData(data, new Map())
  const byId = new Map<string, PlannedNode>()
  const root: NameScope = { outer: null, members: new Map() }
  for (const rule of rules) {
    const parent = rule.parent === undefined ? null : getNode(byId, rule.parent)
    const node = createNode({ rule, parent, data: dataOf.get(rule.node) ?? null, root })
    byId.set(node.id, node)
    parent?.children.push(node)
    if (node.data !== null) node.scope.members.set(nameKey(node.data.key), node)
  }
  return { nodes: [...byId.values()], byId, root }
}

/**
 * Returns the planned node with this id.
 *
 * @throws Error when it does not exist, because the form was not made by `compile`.
 */
export function getNode(byId: ReadonlyMap<string, PlannedNode>, id: string): PlannedNode {
  const node = byId.get(id)
  if (node === undefined) throw new Error(`Expected the node ${id} in the form, but it is not there.`)
  return node
}

/** Returns a key that equal spellings of a name share: expression languages ignore space around symbols in a name. */
export function nameKey(name: string): string {
  return name
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?([./'+*-]) ?/g, '$1')
}

function indexData(nodes: readonly DataNode[], index: Map<string, DataNode>): Map<string, DataNode> {
  for (const node of nodes) {
    index.set(node.node, node)
    if (node.kind !== 'field') indexData(node.members, index)
  }
  return index
}

function createNode(input: {
  rule: NodeRule
  parent: PlannedNode | null
  data: DataNode | null
  root: NameScope
}): PlannedNode {
  const { rule, parent, data, root } = input
  const list = parent?.data?.kind === 'list' ? parent : (parent?.list ?? null)
  const prefix = parent === null || parent.data?.kind === 'list' ? [] : parent.path
  const scope = parent?.inner ?? root
  const hasOwnNames = data !== null && data.kind !== 'field'
  return {
    id: rule.node,
    rule,
    parent,
    children: [],
    list,
    depth: list === null ? 0 : list.depth + 1,
    data,
    path: data === null ? prefix : [...prefix, data.key],
    scope,
    inner: hasOwnNames ? { outer: scope, members: new Map() } : scope,
  }
}
