import { draftLimits } from '@millrace/contract'
import { type DataNode, getFieldDefinition, isPlainObject, type JsonValues } from '@millrace/forms'

export interface Entry {
  readonly label: string
  readonly text: string
}

/**
 * Lists the entries of a draft, one line for each value, in the order of the form, followed by values that the form
 * does not know. Secret fields are left out.
 *
 * @param nodes the nodes of the form; empty when the form no longer exists: keys are shown instead of labels.
 */
export function listEntries(values: JsonValues, nodes: readonly DataNode[]): { entries: Entry[]; isCut: boolean } {
  const entries: Entry[] = []
  walk(values, nodes, [], (path, value) => {
    const text = presentValue(value)
    if (text !== '' && entries.length <= draftLimits.entries)
      entries.push({ label: path.join(' · '), text: text.slice(0, draftLimits.entryText) })
  })
  return { entries: entries.slice(0, draftLimits.entries), isCut: entries.length > draftLimits.entries }
}

function walk(
  values: Readonly<Record<string, unknown>>,
  nodes: readonly DataNode[],
  path: readonly string[],
  add: (path: readonly string[], value: unknown) => void,
): void {
  const known = nodes.filter(({ key }) => Object.hasOwn(values, key))
  const others = Object.keys(values).filter((key) => key !== '$row' && !nodes.some((node) => node.key === key))
  for (const node of known) {
    const value = values[node.key]
    const here = [...path, labelOf(node)]
    if (node.kind === 'field') {
      if (getFieldDefinition(node.type).isSecret !== true) add(here, value)
    } else if (node.kind === 'group' && isPlainObject(value)) walk(value, node.members, here, add)
    else if (Array.isArray(value))
      for (const [index, row] of value.entries())
        if (isPlainObject(row)) walk(row, node.members, [...here, String(index + 1)], add)
  }
  for (const key of others) add([...path, key], values[key])
}

function labelOf({ key, props }: DataNode): string {
  const { label } = props as { readonly label?: unknown }
  return typeof label === 'string' && label.trim() !== '' ? label : key
}

function presentValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(presentValue).filter(Boolean).join(', ')
  if (isPlainObject(value) && typeof value.name === 'string') return value.name
  return JSON.stringify(value)
}
