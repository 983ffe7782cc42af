import { documentLimits } from '../document/limits.ts'
import { findMisplacement, hasChildren, isNodeType } from '../document/node-types.ts'
import { createRecord, isPrototypeKey } from '../document/plain-object.ts'
import type { FormNode } from '../document/types.ts'
import type { Applied } from './apply-command.ts'
import type { Command, CommandRefusal, DesignPlace } from './commands.ts'
import { addNodes, childrenOf, type Design, type DesignNode, getDesignNode, listIds, toTree } from './design.ts'
import { refuse } from './refuse.ts'
import { findTexts, joinTexts, withoutTexts } from './texts.ts'

type Insertion = Command & { readonly kind: 'insertNodes' }

export function insertNodes(design: Design, { at, nodes: trees, texts = {} }: Insertion): Applied {
  const refusal = findPlaceFault(design, at) ?? findTreeFault(design, trees, at)
  if (refusal !== null) return refusal
  const ids = trees.map(({ id }) => id)
  const nodes = Object.assign(createRecord<DesignNode>(), design.nodes)
  addNodes(nodes, trees, at.parent)
  const added = new Set(ids.flatMap((id) => listIds(nodes, id)))
  const placed = withChildren({ ...design, nodes }, at.parent, (children) => children.toSpliced(at.index, 0, ...ids))
  return {
    ok: true,
    design: { ...placed, i18n: joinTexts(design.i18n, findTexts(texts, added)) },
    inverse: { kind: 'removeNodes', ids },
  }
}

/** Removes nodes with everything inside them. */
export function removeNodes(design: Design, given: readonly string[]): Applied {
  const unknown = given.find((id) => design.nodes[id] === undefined)
  if (unknown !== undefined) return refuse('design.no-such-node', `the node ${unknown}, but it is not there`)
  const wanted = new Set(given)
  const ids = [...wanted].filter((id) => !isInsideOf(design, id, wanted))
  let current = design
  const inverses: Command[] = []
  for (const id of ids) {
    const { parent } = getDesignNode(current.nodes, id)
    const index = childrenOf(current, parent).indexOf(id)
    const gone = new Set(listIds(current.nodes, id))
    inverses.unshift({
      kind: 'insertNodes',
      at: { parent, index },
      nodes: [toTree(current.nodes, id)],
      texts: findTexts(current.i18n, gone),
    })
    const nodes = createRecord<DesignNode>()
    for (const [key, node] of Object.entries(current.nodes)) if (!gone.has(key)) nodes[key] = node
    current = withChildren({ ...current, nodes, i18n: withoutTexts(current.i18n, gone) }, parent, (children) =>
      children.filter((child) => child !== id),
    )
  }
  const [only] = inverses
  const inverse: Command = inverses.length === 1 && only !== undefined ? only : { kind: 'doAll', commands: inverses }
  return { ok: true, design: current, inverse }
}

/**
 * Moves a node.
 *
 * @param to the new position, counted while the node is still at its current position.
 */
export function moveNode(design: Design, id: string, to: DesignPlace): Applied {
  const node = design.nodes[id]
  if (node === undefined) return refuse('design.no-such-node', `the node ${id}, but it is not there`)
  const fault = findPlaceFault(design, to) ?? findMoveFault(design, id, to)
  if (fault !== null) return fault
  const index = childrenOf(design, node.parent).indexOf(id)
  const isForward = node.parent === to.parent && to.index > index
  const taken = withChildren(design, node.parent, (children) => children.filter((child) => child !== id))
  const nodes = Object.assign(createRecord<DesignNode>(), taken.nodes, { [id]: { ...node, parent: to.parent } })
  const moved = withChildren({ ...taken, nodes }, to.parent, (children) =>
    children.toSpliced(isForward ? to.index - 1 : to.index, 0, id),
  )
  const isBackward = node.parent === to.parent && to.index <= index
  return {
    ok: true,
    design: moved,
    inverse: { kind: 'moveNode', id, to: { parent: node.parent, index: isBackward ? index + 1 : index } },
  }
}

function withChildren(
  design: Design,
  parent: string | null,
  change: (children: readonly string[]) => readonly string[],
): Design {
  if (parent === null) return { ...design, root: change(design.root) }
  const node = getDesignNode(design.nodes, parent)
  const nodes = Object.assign(createRecord<DesignNode>(), design.nodes, {
    [parent]: { ...node, children: change(node.children) },
  })
  return { ...design, nodes }
}

function findPlaceFault(design: Design, { parent, index }: DesignPlace): CommandRefusal | null {
  const node = parent === null ? undefined : design.nodes[parent]
  if (parent !== null && node === undefined)
    return refuse('design.no-such-place', `the node ${parent}, but it is not there`)
  if (node !== undefined && !hasChildren(node.type))
    return refuse('design.misplaced', `a place in a container or list, but ${node.id} is a ${node.type}`)
  const { length } = childrenOf(design, parent)
  return Number.isInteger(index) && index >= 0 && index <= length
    ? null
    : refuse('design.no-such-place', `a place from 0 to ${length}, but found ${index}`)
}

function findTreeFault(design: Design, trees: readonly FormNode[], { parent }: DesignPlace): CommandRefusal | null {
  const seen = new Set<string>()
  const type = parent === null ? null : getDesignNode(design.nodes, parent).type
  const fault = findFault(trees, type, depthOf(design, parent) + 1)
  if (fault !== null) return fault
  const count = Object.keys(design.nodes).length + seen.size
  return count > documentLimits.nodes
    ? refuse('design.too-large', `at most ${documentLimits.nodes} nodes, but there would be ${count}`)
    : null

  function findFault(
    nodes: readonly FormNode[],
    holder: FormNode['type'] | null,
    depth: number,
  ): CommandRefusal | null {
    if (nodes.length > 0 && depth > documentLimits.depth)
      return refuse('design.too-deep', `at most ${documentLimits.depth} levels, but there would be more`)
    for (const { id, type: own, children = [] } of nodes) {
      if (!/^[A-Za-z0-9]{1,32}$/.test(id) || isPrototypeKey(id) || !isNodeType(own))
        return refuse(
          'design.invalid',
          `a node with an id of letters and digits and a known type, but found ${String(own)} ${id}`,
        )
      if (design.nodes[id] !== undefined || seen.has(id))
        return refuse('design.duplicate-id', `an id of its own for every node, but ${id} is there already`)
      seen.add(id)
      const misplacement = findMisplacement(own, holder)
      if (misplacement !== null) return refuse('design.misplaced', `${misplacement}, but found ${id} elsewhere`)
      const inside = findFault(children, own, depth + 1)
      if (inside !== null) return inside
    }
    return null
  }
}

function findMoveFault(design: Design, id: string, { parent }: DesignPlace): CommandRefusal | null {
  if (parent !== null && listIds(design.nodes, id).includes(parent))
    return refuse('design.inside-itself', `a place outside of ${id}, but it is inside`)
  const { type } = getDesignNode(design.nodes, id)
  const misplacement = findMisplacement(type, parent === null ? null : getDesignNode(design.nodes, parent).type)
  if (misplacement !== null) return refuse('design.misplaced', `${misplacement}, but found ${id} elsewhere`)
  return depthOf(design, parent) + heightOf(design, id) > documentLimits.depth
    ? refuse('design.too-deep', `at most ${documentLimits.depth} levels, but there would be more`)
    : null
}

function depthOf(design: Design, id: string | null): number {
  return id === null ? 0 : 1 + depthOf(design, getDesignNode(design.nodes, id).parent)
}

function heightOf(design: Design, id: string): number {
  return 1 + Math.max(0, ...getDesignNode(design.nodes, id).children.map((child) => heightOf(design, child)))
}

function isInsideOf(design: Design, id: string, others: ReadonlySet<string>): boolean {
  const { parent } = getDesignNode(design.nodes, id)
  return parent !== null && (others.has(parent) || isInsideOf(design, parent, others))
}
