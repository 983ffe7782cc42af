import type { DataNode, RuntimeList } from '../compile/runtime-document.ts'
import { valueLimits } from '../document/limits.ts'
import { isPlainObject } from '../document/plain-object.ts'
import { rowMarker } from '../document/row-marker.ts'
import type { Problem } from '../messages/catalogue.ts'
import { printPath, type ValuePath } from '../paths/path.ts'

// Beyond this the sender is not mistaken, and a list of its faults helps nobody.
const problemLimit = 20

interface Check {
  readonly problems: Problem[]
  /** The number of further values that the form may have. */
  left: number
}

/**
 * Compares values of unknown origin with the shape of a form, before anything is done with them: names that the form
 * does not have, rows that are no objects, and too many values are problems. The values of single fields are not
 * checked.
 */
export function checkShape(nodes: readonly DataNode[], input: unknown): Problem[] {
  const check: Check = { problems: [], left: valueLimits.values }
  checkMembers(nodes, input, { path: [], isRow: false, check })
  return check.problems
}

interface Place {
  readonly path: ValuePath
  readonly isRow: boolean
  readonly check: Check
}

function checkMembers(nodes: readonly DataNode[], input: unknown, { path, isRow, check }: Place): void {
  if (!isPlainObject(input)) {
    check.problems.push({ field: printPath(path), code: 'form.invalid' })
    return
  }
  const known = new Map(nodes.map((node) => [node.key, node]))
  for (const key of Object.keys(input)) {
    if (check.problems.length >= problemLimit) return
    const node = known.get(key)
    if (node !== undefined) checkNode(node, input[key], { path: [...path, key], isRow: false, check })
    else if (isRow && key === rowMarker) checkMarker(input[key], { path, isRow, check })
    else check.problems.push({ field: printPath([...path, key.slice(0, 100)]), code: 'form.unknown-field' })
  }
}

function checkNode(node: DataNode, input: unknown, place: Place): void {
  if (input === null || input === undefined) return
  const { check, path } = place
  if (node.kind === 'field') {
    check.left -= 1
    if (check.left === -1)
      check.problems.push({ field: '', code: 'form.too-large', params: { max: valueLimits.values } })
  } else if (node.kind === 'group') checkMembers(node.members, input, place)
  else if (!Array.isArray(input)) check.problems.push({ field: printPath(path), code: 'list.invalid' })
  else checkRows(node, input, place)
}

function checkRows(list: RuntimeList, rows: readonly unknown[], { path, check }: Place): void {
  if (rows.length > valueLimits.listRows) {
    const params = { max: valueLimits.listRows, count: rows.length }
    check.problems.push({ field: printPath(path), code: 'list.too-many', params })
    return
  }
  for (const [index, row] of rows.entries()) {
    if (check.left < 0 || check.problems.length >= problemLimit) return
    // An empty row is not for nothing: it may come with rows inside of rows.
    check.left -= 1
    checkMembers(list.members, row, { path: [...path, index], isRow: true, check })
  }
}

function checkMarker(marker: unknown, { path, check }: Place): void {
  if (marker === null || (typeof marker === 'number' && Number.isInteger(marker) && marker >= 0)) return
  check.problems.push({ field: printPath(path), code: 'list.invalid' })
}
