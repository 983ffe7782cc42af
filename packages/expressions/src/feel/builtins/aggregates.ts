import type { Meter } from '../../meter.ts'
import type { Evaluation } from '../compile/evaluation.ts'
import { DayTimeDuration, YearMonthDuration } from '../temporal/duration.ts'
import { addTemporal, divideDuration } from '../temporal/temporal-arithmetic.ts'
import { add, divide, multiply, subtract } from '../values/arithmetic.ts'
import { compareValues } from '../values/compare.ts'
import type { FeelFunction } from '../values/function.ts'
import { compareNumbers, equalNumbers, type FeelNumber, normalise, toDecimal } from '../values/number.ts'
import { type FeelList, type FeelValue, isNumber } from '../values/value.ts'
import { ofItems } from './builtin.ts'
import { anything, list } from './parameters.ts'

/** Functions that aggregate a list (DMN 1.5, 10.3.4.4). Most return null for an empty list. */
export const AGGREGATES = {
  min: aggregate((items, { meter }) => getMinimum(items, meter)),
  max: aggregate((items, { meter }) => getMaximum(items, meter)),
  sum: aggregate(getSum),
  mean: aggregate(getMean),
  product: aggregate((items) => fold(items, multiply)),
  median: aggregate((items) => withNumbers(items, getMedian)),
  stddev: aggregate((items, evaluation) => {
    evaluation.charge(items.length * 4)
    return withNumbers(items, getDeviation)
  }),
  mode: aggregate((items) => withNumbers(items, getModes)),
  all: aggregate((items) => quantify(items, false)),
  any: aggregate((items) => quantify(items, true)),
} satisfies Record<string, FeelFunction>

function aggregate(run: (items: FeelList, evaluation: Evaluation) => FeelValue): FeelFunction {
  return ofItems(list('list'), anything('item'), run)
}

/** Returns the smallest of values that can be compared with each other, such as dates; null for an empty list. */
export function getMinimum(items: FeelList, meter: Meter): FeelValue {
  return getExtreme(items, (order) => order < 0, meter)
}

/** Returns the largest of values that can be compared with each other, such as dates; null for an empty list. */
export function getMaximum(items: FeelList, meter: Meter): FeelValue {
  return getExtreme(items, (order) => order > 0, meter)
}

function getExtreme(items: FeelList, isBetter: (order: number) => boolean, meter: Meter): FeelValue {
  let best: FeelValue = items[0] ?? null
  if (best === null || compareValues(best, best, meter) === null) return null
  for (const item of items) {
    const order = compareValues(item, best, meter)
    if (order === null) return null
    if (isBetter(order)) best = item
  }
  return best
}

/** Returns the sum of numbers, or of durations of one kind; null for an empty list and for other values. */
export function getSum(items: FeelList): FeelValue {
  const [first = null] = items
  if (first instanceof DayTimeDuration || first instanceof YearMonthDuration) {
    return items.reduce((sum, item, index) => (index === 0 ? sum : addTemporal(sum, item)), first)
  }
  return fold(items, add)
}

function getMean(items: FeelList): FeelValue {
  const sum = getSum(items)
  return isNumber(sum) ? divide(sum, items.length) : divideDuration(sum, items.length)
}

function fold(items: FeelList, combine: (left: FeelNumber, right: FeelNumber) => FeelNumber | null): FeelValue {
  let result: FeelNumber | null = null
  for (const item of items) {
    if (!isNumber(item)) return null
    const next: FeelNumber | null = result === null ? item : combine(result, item)
    if (next === null) return null
    result = next
  }
  return result
}

function withNumbers(items: FeelList, run: (numbers: readonly FeelNumber[]) => FeelValue): FeelValue {
  const numbers = items.filter((item) => isNumber(item))
  return numbers.length === items.length ? run(numbers) : null
}

function getMedian(numbers: readonly FeelNumber[]): FeelValue {
  const sorted = numbers.toSorted(compareNumbers)
  const upper = sorted[Math.floor(sorted.length / 2)]
  if (upper === undefined || sorted.length % 2 === 1) return upper ?? null
  const lower = sorted[sorted.length / 2 - 1] ?? upper
  const sum = add(lower, upper)
  return sum === null ? null : divide(sum, 2)
}

/** Returns the deviation of a sample: divided by one less than the count. */
function getDeviation(numbers: readonly FeelNumber[]): FeelValue {
  const mean = getMean(numbers)
  if (numbers.length < 2 || !isNumber(mean)) return null
  const squares = numbers.map((number) => {
    const distance = subtract(number, mean)
    return distance === null ? null : multiply(distance, distance)
  })
  const variance = fold(squares, add)
  return isNumber(variance)
    ? normalise(
        toDecimal(variance)
          .div(numbers.length - 1)
          .sqrt(),
      )
    : null
}

/** Returns the most frequent numbers, ascending. */
function getModes(numbers: readonly FeelNumber[]): FeelValue {
  const sorted = numbers.toSorted(compareNumbers)
  const runs: { number: FeelNumber; count: number }[] = []
  for (const number of sorted) {
    const last = runs.at(-1)
    if (last && equalNumbers(last.number, number)) last.count += 1
    else runs.push({ number, count: 1 })
  }
  const most = runs.reduce((count, run) => Math.max(count, run.count), 0)
  return runs.filter((run) => run.count === most).map((run) => run.number)
}

/** `any` (decisive: true) and `all` (decisive: false): the decisive value decides, else an unknown one does. */
function quantify(items: FeelList, decisive: boolean): FeelValue {
  if (items.includes(decisive)) return decisive
  return items.every((item) => typeof item === 'boolean') ? !decisive : null
}
