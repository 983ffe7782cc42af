import { findMisplacement, findNodeKind, isNodeType } from '../document/node-types.ts'
import { createRecord, isPrototypeKey } from '../document/plain-object.ts'
import type { Command, CommandRefusal } from './commands.ts'
import { childrenOf, type Design, type DesignNode, getDesignNode, toTree } from './design.ts'
import { insertNodes, moveNode, removeNodes } from './move-nodes.ts'
import { refuse } from './refuse.ts'

export type Applied =
  | {
      readonly ok: true
      readonly design: Design
      /** The command that undoes it. */
      readonly inverse: Command
    }
  | CommandRefusal

/** Applies one command to a design, completely or not at all. */
export function applyCommand(design: Design, command: Command): Applied {
  switch (command.kind) {
    case 'insertNodes':
      return insertNodes(design, command)
    case 'removeNodes':
      return removeNodes(design, command.ids)
    case 'moveNode':
      return moveNode(design, command.id, command.to)
    case 'wrapNodes':
      return wrapNodes(design, command)
    case 'unwrapNode':
      return unwrapNode(design, command.id)
    case 'setProperty':
      return setProperty(design, command)
    case 'setKey':
      return setKey(design, command)
    case 'setType':
      return setType(design, command)
    case 'setLayout':
      return changeNode(design, command.id, (node) => ({
        next: { ...node, layout: command.layout },
        inverse: { ...command, layout: node.layout },
      }))
    case 'setText':
      return setText(design, command)
    case 'setSettings':
      return {
        ok: true,
        design: { ...design, settings: command.settings },
        inverse: { ...command, settings: design.settings },
      }
    case 'replaceAll':
      return replaceAll(design, command)
    case 'doAll':
      return doAll(design, command.commands)
  }
}

type CommandOf<K extends Command['kind']> = Command & { readonly kind: K }

function doAll(design: Design, commands: readonly Command[]): Applied {
  let current = design
  const inverses: Command[] = []
  for (const command of commands) {
    const applied = applyCommand(current, command)
    if (!applied.ok) return applied
    current = applied.design
    inverses.unshift(applied.inverse)
  }
  return { ok: true, design: current, inverse: { kind: 'doAll', commands: inverses } }
}

function wrapNodes(design: Design, { ids, container }: CommandOf<'wrapNodes'>): Applied {
  const [first] = ids
  const node = first === undefined ? undefined : design.nodes[first]
  if (first === undefined || node === undefined)
    return refuse('design.no-such-node', `nodes to wrap, but found ${first ?? 'none'}`)
  const neighbours = childrenOf(design, node.parent)
  const index = neighbours.indexOf(first)
  if (!ids.every((id, offset) => neighbours[index + offset] === id))
    return refuse('design.not-neighbours', 'nodes that stand next to each other, but they do not')
  const { parent } = node
  return doAll(design, [
    { kind: 'insertNodes', at: { parent, index }, nodes: [{ ...container, children: [] }] },
    ...ids.map((id, place): Command => ({ kind: 'moveNode', id, to: { parent: container.id, index: place } })),
  ])
}

function unwrapNode(design: Design, id: string): Applied {
  const node = design.nodes[id]
  if (node === undefined) return refuse('design.no-such-node', `the node ${id}, but it is not there`)
  const { parent } = node
  const index = childrenOf(design, parent).indexOf(id)
  return doAll(design, [
    ...node.children.map(
      (child, offset): Command => ({ kind: 'moveNode', id: child, to: { parent, index: index + offset } }),
    ),
    { kind: 'removeNodes', ids: [id] },
  ])
}

function setProperty(design: Design, command: CommandOf<'setProperty'>): Applied {
  const { id, name } = command
  if (isPrototypeKey(name)) return refuse('design.invalid', `a property, but found ${name}`)
  return changeNode(design, id, (node) => {
    const props = createRecord<unknown>()
    for (const [key, value] of Object.entries(node.props)) if (key !== name) props[key] = value
    if (command.value !== undefined) props[name] = command.value
    const before = node.props[name]
    return {
      next: { ...node, props },
      inverse: { kind: 'setProperty', id, name, ...(before === undefined ? {} : { value: before }) },
    }
  })
}

function setKey(design: Design, { kind, id, key }: CommandOf<'setKey'>): Applied {
  const type = design.nodes[id]?.type
  if (key !== null && type !== undefined && findNodeKind(type) === 'content')
    return refuse('design.invalid', `no key of what stands in a form without a value, but found ${key} for ${type}`)
  return changeNode(design, id, (node) => ({
    next: key === null ? withoutKey(node) : { ...node, key },
    inverse: { kind, id, key: node.key ?? null },
  }))
}

function setType(design: Design, command: CommandOf<'setType'>): Applied {
  const { id, type, props } = command
  const node = design.nodes[id]
  if (node === undefined) return refuse('design.no-such-node', `the node ${id}, but it is not there`)
  if (!isNodeType(type)) return refuse('design.invalid', `a known type of node, but found ${String(type)}`)
  const misplacement = [
    findMisplacement(type, node.parent === null ? null : getDesignNode(design.nodes, node.parent).type),
    ...node.children.map((child) => findMisplacement(getDesignNode(design.nodes, child).type, type)),
  ].find((fault) => fault !== null)
  if (misplacement !== undefined) return refuse('design.misplaced', `${misplacement}, but ${id} would be ${type}`)
  const set: Command = { kind: 'setType', id, type: node.type, props: node.props }
  const losesKey = node.key !== undefined && findNodeKind(type) === 'content'
  return changeNode(design, id, () => ({
    next: { ...(losesKey ? withoutKey(node) : node), type, props },
    inverse: losesKey ? { kind: 'doAll', commands: [set, { kind: 'setKey', id, key: node.key ?? null }] } : set,
  }))
}

function setText(design: Design, command: CommandOf<'setText'>): Applied {
  const { locale, name, text } = command
  if (isPrototypeKey(locale) || isPrototypeKey(name)) return refuse('design.invalid', `a text, but found ${name}`)
  const before = design.i18n[locale]?.[name] ?? null
  const { [name]: _before, ...others } = design.i18n[locale] ?? {}
  const texts = text === null ? others : { ...others, [name]: text }
  const { [locale]: _locale, ...locales } = design.i18n
  const i18n = Object.keys(texts).length === 0 ? locales : { ...locales, [locale]: texts }
  return { ok: true, design: { ...design, i18n }, inverse: { ...command, text: before } }
}

function replaceAll(design: Design, { root, texts }: CommandOf<'replaceAll'>): Applied {
  const empty: Design = { ...design, root: [], nodes: createRecord<DesignNode>(), i18n: {} }
  const filled = insertNodes(empty, { kind: 'insertNodes', at: { parent: null, index: 0 }, nodes: root, texts })
  if (!filled.ok) return filled
  const before = design.root.map((id) => toTree(design.nodes, id))
  return { ok: true, design: filled.design, inverse: { kind: 'replaceAll', root: before, texts: design.i18n } }
}

function changeNode(
  design: Design,
  id: string,
  change: (node: DesignNode) => { next: DesignNode; inverse: Command },
): Applied {
  const node = design.nodes[id]
  if (node === undefined) return refuse('design.no-such-node', `the node ${id}, but it is not there`)
  const { next, inverse } = change(node)
  const nodes = Object.assign(createRecord<DesignNode>(), design.nodes, { [id]: next })
  return { ok: true, design: { ...design, nodes }, inverse }
}

function withoutKey({ key: _key, ...node }: DesignNode): DesignNode {
  return node
}
