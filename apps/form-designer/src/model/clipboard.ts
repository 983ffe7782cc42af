import { type FormNode, readDocument } from '@millrace/forms'
import { type Design, findMisplacement, type NodeCopy, nodeTypes, renewIds } from '@millrace/forms/design'
import { createId, createNode, findFreeKey } from './create-node.ts'
import { followKeys } from './follow-keys.ts'

/** The marker by which a text on the clipboard is recognised as parts of a form. */
const mark = 'millrace/form-nodes'

/** Returns nodes as a text for the clipboard, which can be pasted into this form or another one. */
export function writeClipboard({ nodes, texts }: NodeCopy): string {
  return JSON.stringify({ [mark]: 1, nodes, texts })
}

/**
 * Reads nodes from the text of a clipboard, with the same checks as a stored form. Returns null when the text contains
 * no nodes.
 *
 * The nodes get new ids, and new keys where the form has these keys already.
 */
export function readClipboard(text: string, design: Design): NodeCopy | null {
  const given = parse(text)
  if (given === null) return null
  const locales = [...new Set([...design.settings.locales, ...Object.keys(given.texts ?? {})])]
  const read = readDocument({
    schema: 2,
    id: 'clipboard',
    settings: { locales },
    root: inHolder(given.nodes, design),
    i18n: given.texts,
  })
  if (!read.ok) return null
  return freeKeys(renewIds({ nodes: outOfHolder(read.document.root), texts: read.document.i18n }, createId), design)
}

/** Returns copies of nodes with new ids and free keys, for pasting next to them or into another form. */
export function renewNodes(copy: NodeCopy, design: Design): NodeCopy {
  return freeKeys(renewIds(copy, createId), design)
}

function freeKeys({ nodes, texts }: NodeCopy, design: Design): NodeCopy {
  const taken: Record<string, Design['nodes'][string]> = { ...design.nodes }
  const renamed = new Map<string, string>()
  // Inside of a list or group with a key, a key is that of its own row.
  const rename = (node: FormNode): FormNode => {
    const { key } = node
    const hasOwnScope = key !== undefined && node.children !== undefined
    const next = key === undefined ? undefined : findFreeKey({ nodes: taken }, key)
    if (key !== undefined && next !== undefined && next !== key) renamed.set(key, next)
    if (next !== undefined) taken[`key ${next}`] = { ...node, key: next, parent: null, children: [] }
    const children = hasOwnScope ? node.children : node.children?.map(rename)
    return { ...node, ...(next === undefined ? {} : { key: next }), ...(children === undefined ? {} : { children }) }
  }
  return { nodes: followKeys(nodes.map(rename), renamed), texts }
}

function parse(text: string): { nodes: unknown; texts: Readonly<Record<string, unknown>> | undefined } | null {
  try {
    const given: unknown = JSON.parse(text)
    if (typeof given !== 'object' || given === null || !Object.hasOwn(given, mark)) return null
    const { nodes, texts } = given as { nodes?: unknown; texts?: unknown }
    return {
      nodes,
      texts: typeof texts === 'object' && texts !== null ? (texts as Record<string, unknown>) : undefined,
    }
  } catch {
    return null
  }
}

/** Puts nodes that need a special container into one, to read them. */
function inHolder(nodes: unknown, design: Design): unknown {
  const [first] = Array.isArray(nodes) ? (nodes as readonly unknown[]) : []
  const given = typeof first === 'object' && first !== null ? (first as { type?: unknown }).type : undefined
  const type = nodeTypes.find((one) => one === given)
  if (type === undefined || findMisplacement(type, null) === null) return nodes
  const holder = nodeTypes.find((one) => findMisplacement(type, one) === null)
  return holder === undefined
    ? nodes
    : [{ ...createNode(holder, { design, name: 'Clipboard' }), id: holderId, children: nodes }]
}

function outOfHolder(root: readonly FormNode[]): readonly FormNode[] {
  const [first] = root
  return first?.id === holderId ? (first.children ?? []) : root
}

const holderId = 'clipboardHolder'
