import type { NodeType } from '@millrace/forms'
import { type Command, type Design, findMisplacement, findNodeKind, nodeTypes, specsOf } from '@millrace/forms/design'
import { createNode } from './create-node.ts'

/** Lists the types to which a node can be converted in its position. */
export function listConversions(design: Design, id: string): NodeType[] {
  const node = design.nodes[id]
  if (node === undefined) return []
  const parent = node.parent === null ? null : (design.nodes[node.parent]?.type ?? null)
  const kind = findNodeKind(node.type)
  return nodeTypes.filter(
    (type) =>
      type !== node.type &&
      findNodeKind(type) === kind &&
      findMisplacement(type, parent) === null &&
      node.children.every((child) => findMisplacement(design.nodes[child]?.type ?? type, type) === null),
  )
}

/** Converts a node to another type. Properties that the other type has, and whose values it accepts, are kept. */
export function convertNode(
  design: Design,
  id: string,
  { type, name }: { type: NodeType; name: string },
): Command | null {
  const node = design.nodes[id]
  if (node === undefined) return null
  const specs = specsOf(type)
  const kept = Object.entries(node.props).filter(
    ([property, value]) => Object.hasOwn(specs, property) && specs[property]?.read(value).ok,
  )
  const { props } = createNode(type, { design, name })
  return { kind: 'setType', id, type, props: { ...props, ...Object.fromEntries(kept) } }
}
