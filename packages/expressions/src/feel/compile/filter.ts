import type { NodeOf } from '../syntax/node.ts'
import { toInteger } from '../values/number.ts'
import { type FeelList, type FeelValue, isList, isNumber } from '../values/value.ts'
import { compileCharged, compileNode } from './compile-node.ts'
import { type Code, type Frame, nestFrame } from './frame.ts'
import { nestScope, type Scope } from './scope.ts'

/**
 * Compiles a filter, `list[…]` (DMN 1.5, table 54): with a number the item at that position, counted from 1 or from the
 * end; with a condition the items for which it is true. A single value counts as a list of one item. Filtering null
 * returns null, as does a filter that is neither a number nor a condition, such as a text.
 */
export function compileFilter({ target, filter }: NodeOf<'filter'>, scope: Scope): Code {
  const targetCode = compileNode(target, scope)
  if (filter.kind === 'literal') {
    const { value } = filter
    return (frame) => {
      const target = targetCode(frame)
      return target === null ? null : applyConstant(toList(target), value)
    }
  }
  const filterCode = compileCharged(filter, nestScope(scope, ['item'], { kind: 'filter' }))
  return (frame) => filterValue(targetCode(frame), { code: filterCode, frame })
}

/** Filters by compiled code that sees each item in its own frame. */
function filterValue(value: FeelValue, { code, frame }: { code: Code; frame: Frame }): FeelValue {
  if (value === null) return null
  const list = toList(value)
  const kept: FeelValue[] = []
  for (const [index, item] of (list.length === 0 ? [null] : list).entries()) {
    frame.root.evaluation.charge(1)
    const result = code(nestFrame(frame, [item]))
    if (index === 0 && isNumber(result)) return pick(list, result)
    if (!isNumber(result) && !isCondition(result)) return null
    if (result === true && list.length > 0) kept.push(item)
  }
  return kept
}

function toList(value: FeelValue): FeelList {
  return isList(value) ? value : [value]
}

function applyConstant(list: FeelList, filter: FeelValue): FeelValue {
  if (isNumber(filter)) return pick(list, filter)
  if (!isCondition(filter)) return null
  return filter === true ? list : []
}

/** Null is a condition whose answer is unknown. */
function isCondition(value: FeelValue): boolean {
  return value === null || typeof value === 'boolean'
}

function pick(list: FeelList, place: FeelValue & (number | object)): FeelValue {
  const index = isNumber(place) ? toInteger(place) : undefined
  if (index === undefined || index === 0) return null
  return list[index > 0 ? index - 1 : list.length + index] ?? null
}
