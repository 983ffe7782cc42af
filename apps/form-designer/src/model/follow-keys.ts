import type { FormNode } from '@millrace/forms'
import { findNodeKind, isExpressionText } from '@millrace/forms/design'

/**
 * Changes references between copied nodes to their new keys. References to nodes that were not copied are unchanged.
 */
export function followKeys(nodes: readonly FormNode[], renamed: ReadonlyMap<string, string>): readonly FormNode[] {
  return renamed.size === 0 ? nodes : nodes.map((node) => follow(node, renamed))
}

function follow(node: FormNode, renamed: ReadonlyMap<string, string>): FormNode {
  const { children } = node
  const props = Object.fromEntries(
    Object.entries(node.props).map(([name, value]) => [name, followValue(name, value, renamed)]),
  )
  if (children === undefined) return { ...node, props }
  const inner = hasOwnNames(node) ? withoutNames(renamed, children) : renamed
  return { ...node, props, children: children.map((child) => follow(child, inner)) }
}

function hasOwnNames({ key, type }: FormNode): boolean {
  return key !== undefined && findNodeKind(type) !== 'field'
}

/** Inside of a row or group, its own names come first. */
function withoutNames(
  renamed: ReadonlyMap<string, string>,
  children: readonly FormNode[],
): ReadonlyMap<string, string> {
  const own = new Set(listKeys(children))
  return new Map([...renamed].filter(([key]) => !own.has(key)))
}

function listKeys(nodes: readonly FormNode[]): string[] {
  return nodes.flatMap((node) => [
    ...(node.key === undefined ? [] : [node.key]),
    ...(hasOwnNames(node) ? [] : listKeys(node.children ?? [])),
  ])
}

function followValue(name: string, value: unknown, renamed: ReadonlyMap<string, string>): unknown {
  if (isExpressionText(value)) return `=${followNames(value.slice(1), renamed)}`
  if ((name === 'dependsOn' || name === 'target') && typeof value === 'string') return renamed.get(value) ?? value
  if ((name === 'parameters' || name === 'fills') && Array.isArray(value))
    return value.map((pair: unknown) => (typeof pair === 'string' ? followPair(pair, renamed) : pair))
  return value
}

/** `name=field`. */
function followPair(pair: string, renamed: ReadonlyMap<string, string>): string {
  const at = pair.indexOf('=')
  const field = pair.slice(at + 1)
  return at < 0 ? pair : `${pair.slice(0, at + 1)}${renamed.get(field) ?? field}`
}

/** Names in FEEL, but neither in texts nor as members of something (`a.b`) or keys of a context (`{b: 1}`). */
function followNames(source: string, renamed: ReadonlyMap<string, string>): string {
  return source.replaceAll(/"(?:[^"\\]|\\(?:.|$))*(?:"|$)|[\p{L}_][\p{L}\p{N}_]*/gsu, (word, offset: number) => {
    const before = source.slice(0, offset).trimEnd()
    const after = source.slice(offset + word.length).trimStart()
    const isMember = before.endsWith('.') && !before.endsWith('..')
    const isEntry = after.startsWith(':') && /[{,]$/.test(before)
    return isMember || isEntry ? word : (renamed.get(word) ?? word)
  })
}
