import { checkDepth, type Meter } from '../../meter.ts'
import type { Evaluation } from '../compile/evaluation.ts'
import { equalValues } from '../values/equal.ts'
import { callFunction, type FeelFunction, FeelFunction as FunctionValue, findByCount } from '../values/function.ts'
import { toInteger } from '../values/number.ts'
import { type FeelList, type FeelValue, isList, isNumber } from '../values/value.ts'
import { builtin, signature, variadic } from './builtin.ts'
import { DistinctValues } from './distinct-values.ts'
import { anything, callback, list, optional, position } from './parameters.ts'

/** Functions that search lists or create lists from them (DMN 1.5, 10.3.4.4 and 10.3.4.9). */
export const LISTS = {
  'list contains': builtin(
    signature([list('list'), anything('element')], ([items, element], { meter }) =>
      items.some((item) => isEqual(item, element, meter)),
    ),
  ),
  count: builtin(signature([list('list')], ([items]) => items.length, 1)),
  sublist: builtin(
    signature(
      [list('list'), position('start position'), optional(position('length'))],
      ([items, start, length], evaluation) => getSublist(items, { start, length }, evaluation),
      1,
    ),
  ),
  append: builtin({
    ...variadic(anything('item'), ([items = null, ...added], evaluation) =>
      items === null ? null : concatenate([toItems(items), added], evaluation),
    ),
    parameters: [list('list'), anything('item')],
  }),
  concatenate: builtin(variadic(list('list'), concatenate)),
  'insert before': builtin(
    signature([list('list'), position('position'), anything('newItem')], ([items, place, item], evaluation) =>
      splice(items, { place, removed: 0, added: [item] }, evaluation),
    ),
  ),
  remove: builtin(
    signature([list('list'), position('position')], ([items, place], evaluation) =>
      splice(items, { place, removed: 1, added: [] }, evaluation),
    ),
  ),
  // In order, the second argument is of either kind; by name it is of the kind that the name says.
  'list replace': builtin(
    signature([list('list'), anything('position or match'), anything('newItem')], ([items, where, item], evaluation) =>
      where instanceof FunctionValue
        ? replaceMatches(items, where, { item, evaluation })
        : replaceAt(items, where, { item, evaluation }),
    ),
    signature([list('list'), anything('position'), anything('newItem')], ([items, where, item], evaluation) =>
      replaceAt(items, where, { item, evaluation }),
    ),
    signature([list('list'), callback('match'), anything('newItem')], ([items, match, item], evaluation) =>
      replaceMatches(items, match, { item, evaluation }),
    ),
  ),
  reverse: builtin(
    signature([list('list')], ([items], evaluation) => {
      evaluation.checkList(items.length)
      return items.toReversed()
    }),
  ),
  'index of': builtin(
    signature([list('list'), anything('match')], ([items, match], { meter }) =>
      items.flatMap((item, index) => (isEqual(item, match, meter) ? [index + 1] : [])),
    ),
  ),
  union: builtin(
    variadic(list('list'), (lists, evaluation) => getDistinct(concatenate(lists, evaluation), evaluation)),
  ),
  'distinct values': builtin(signature([list('list')], ([items], evaluation) => getDistinct(items, evaluation))),
  flatten: builtin(signature([list('list')], ([items], evaluation) => flatten(items, evaluation))),
  sort: builtin(
    signature([list('list'), callback('precedes')], ([items, precedes], evaluation) =>
      sort(items, precedes, evaluation),
    ),
  ),
} satisfies Record<string, FeelFunction>

/**
 * Returns the zero-based index of a position that counts from 1, or with a minus from the end. Undefined when outside.
 */
export function findIndex(items: { readonly length: number }, place: number): number | undefined {
  const index = place > 0 ? place - 1 : items.length + place
  return place !== 0 && index >= 0 && index < items.length ? index : undefined
}

function concatenate(lists: readonly FeelList[], evaluation: Evaluation): FeelList {
  evaluation.checkList(lists.reduce((size, items) => size + items.length, 0))
  return lists.flat()
}

/** Items without those that equal an earlier one. */
function getDistinct(items: FeelList, evaluation: Evaluation): FeelList {
  const distinct = new DistinctValues(evaluation)
  return items.filter((item) => distinct.add(item))
}

function isEqual(left: FeelValue, right: FeelValue, meter: Meter): boolean {
  return equalValues(left, right, meter) === true
}

function toItems(value: FeelValue): FeelList {
  return isList(value) ? value : [value]
}

function getSublist(
  items: FeelList,
  { start, length }: { start: number; length: number | null },
  evaluation: Evaluation,
): FeelValue {
  const index = findIndex(items, start)
  if (index === undefined || (length !== null && (length < 1 || index + length > items.length))) return null
  evaluation.checkList(length ?? items.length - index)
  return items.slice(index, length === null ? undefined : index + length)
}

/** Null when the place lies outside. */
function splice(
  items: FeelList,
  { place, removed, added }: { place: number; removed: number; added: FeelList },
  evaluation: Evaluation,
): FeelValue {
  const index = findIndex(items, place)
  if (index === undefined) return null
  evaluation.checkList(items.length + added.length)
  return items.toSpliced(index, removed, ...added)
}

function replaceAt(
  items: FeelList,
  where: FeelValue,
  { item, evaluation }: { item: FeelValue; evaluation: Evaluation },
): FeelValue {
  const place = isNumber(where) ? toInteger(where) : undefined
  const index = place === undefined ? undefined : findIndex(items, place)
  if (index === undefined) return null
  evaluation.checkList(items.length)
  return items.with(index, item)
}

/** The function sees each item and the new one; an answer that is neither true nor false makes the whole null. */
function replaceMatches(
  items: FeelList,
  match: FunctionValue,
  { item, evaluation }: { item: FeelValue; evaluation: Evaluation },
): FeelValue {
  if (!findByCount(match, 2)) return null
  const replaced: FeelValue[] = []
  for (const old of items) {
    const isMatch = callFunction(match, [old, item], evaluation)
    if (typeof isMatch !== 'boolean') return null
    replaced.push(isMatch ? item : old)
  }
  return replaced
}

function flatten(items: FeelList, evaluation: Evaluation): FeelList {
  const flat: FeelValue[] = []
  flattenInto(flat, items, { evaluation, depth: 1 })
  return flat
}

function flattenInto(
  flat: FeelValue[],
  items: FeelList,
  { evaluation, depth }: { evaluation: Evaluation; depth: number },
): void {
  checkDepth(evaluation.allowance, depth)
  evaluation.charge(items.length)
  for (const item of items) {
    if (isList(item)) flattenInto(flat, item, { evaluation, depth: depth + 1 })
    else flat.push(item)
  }
  evaluation.checkLength(flat.length)
}

/** Returns a stable merge sort, so that a `precedes` that contradicts itself still ends. */
function sort(items: FeelList, precedes: FeelFunction, evaluation: Evaluation): FeelValue {
  if (!findByCount(precedes, 2)) return null
  evaluation.checkList(items.length)
  return items.toSorted((left, right) => {
    if (callFunction(precedes, [left, right], evaluation) === true) return -1
    return callFunction(precedes, [right, left], evaluation) === true ? 1 : 0
  })
}
