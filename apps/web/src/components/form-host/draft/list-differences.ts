import type { OpenedForm } from '@millrace/contract'
import { type DataNode, getFieldDefinition, isPlainObject, type JsonValues } from '@millrace/forms'
import { getTimeZone } from '../../../lib/time-zone.ts'

/** A value that a draft and the process have differently. Empty text: no value. */
export interface Difference {
  /** The label of the field, behind those of the lists and groups around it. */
  readonly label: string
  readonly mine: string
  readonly current: string
}

/**
 * Lists the values of a draft that differ from other values of the same form, in the order of the form. A list whose
 * number of rows differs is one difference.
 *
 * @param draft the values of the draft; other values are not compared.
 */
export function listDifferences(
  { document, names }: Pick<OpenedForm, 'document' | 'names'>,
  draft: JsonValues,
  current: JsonValues,
): Difference[] {
  const differences: Difference[] = []
  compareMembers(document.data, draft, current, [])
  return differences

  function compareMembers(nodes: readonly DataNode[], mine: JsonValues, theirs: JsonValues, around: readonly string[]) {
    for (const node of nodes)
      if (Object.hasOwn(mine, node.key)) compare(node, mine[node.key], theirs[node.key], [...around, labelOf(node)])
  }

  function compare(node: DataNode, mine: unknown, theirs: unknown, path: readonly string[]) {
    if (isSame(mine, theirs)) return
    if (node.kind === 'group')
      return compareMembers(node.members, isPlainObject(mine) ? mine : {}, isPlainObject(theirs) ? theirs : {}, path)
    if (node.kind === 'field') return addDifference(path, presentValue(node, mine), presentValue(node, theirs))
    const [rows, others] = [listRows(mine), listRows(theirs)]
    if (rows.length !== others.length) return addDifference(path, String(rows.length), String(others.length))
    for (const [index, row] of rows.entries())
      compareMembers(node.members, row, others[index] ?? {}, [...path, String(index + 1)])
  }

  function addDifference(path: readonly string[], mine: string, theirs: string) {
    if (mine !== theirs) differences.push({ label: path.join(' · '), mine, current: theirs })
  }

  function presentValue(node: DataNode, entry: unknown): string {
    if (node.kind !== 'field' || entry === null || entry === undefined) return ''
    const definition = getFieldDefinition(node.type)
    const context = { timeZone: getTimeZone() }
    if (definition.names !== undefined) return [entry].flat().map(nameOf).join(', ')
    const read = definition.read(entry, node.props, context)
    if (!read.ok) return typeof entry === 'object' ? JSON.stringify(entry) : String(entry)
    return read.value === null ? '' : definition.present(read.value, node.props, context)
  }

  function nameOf(id: unknown): string {
    return names.find((one) => one.id === id)?.name ?? String(id)
  }
}

function labelOf({ key, props }: DataNode): string {
  const { label } = props as { readonly label?: unknown }
  return typeof label === 'string' && label.trim() !== '' ? label : key
}

function listRows(value: unknown): JsonValues[] {
  return Array.isArray(value) ? value.filter(isPlainObject) : []
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
}
