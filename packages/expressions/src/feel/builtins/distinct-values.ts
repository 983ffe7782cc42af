import { unitsOfReading } from '../../meter.ts'
import type { Evaluation } from '../compile/evaluation.ts'
import { FeelDate } from '../temporal/date.ts'
import { equalValues } from '../values/equal.ts'
import { Decimal } from '../values/number.ts'
import type { FeelValue } from '../values/value.ts'

/** JavaScript hashes longer texts by their length alone: a set of them compares each with each. */
const LONGEST_HASHED = 10_000

/**
 * A set of values that are distinct by FEEL's `=`. Texts, numbers, dates and similar values are found by a hash; others
 * are compared one by one. Its work is charged to the meter.
 */
export class DistinctValues {
  readonly #evaluation: Evaluation
  readonly #simple = new Set<FeelValue>()
  /** Numbers with a fraction and dates, as they are written. */
  readonly #written = new Set<string>()
  readonly #others: FeelValue[] = []

  constructor(evaluation: Evaluation) {
    this.#evaluation = evaluation
  }

  /** @returns false when an equal value exists already. */
  add(value: FeelValue): boolean {
    if (this.has(value)) return false
    const written = writing(value)
    if (isSimple(value)) this.#simple.add(value)
    else if (written !== undefined) this.#written.add(written)
    else this.#others.push(value)
    return true
  }

  has(value: FeelValue): boolean {
    if (isSimple(value)) {
      this.#evaluation.charge(typeof value === 'string' ? unitsOfReading(value.length) : 1)
      return this.#simple.has(value)
    }
    const written = writing(value)
    this.#evaluation.charge(written === undefined ? this.#others.length : 2)
    if (written !== undefined) return this.#written.has(written)
    return this.#others.some((other) => equalValues(other, value, this.#evaluation.meter) === true)
  }
}

function isSimple(value: FeelValue): boolean {
  if (typeof value === 'string') return value.length <= LONGEST_HASHED
  return typeof value !== 'object' || value === null
}

function writing(value: FeelValue): string | undefined {
  if (value instanceof Decimal) return value.toString()
  return value instanceof FeelDate ? `date ${value.epochDay}` : undefined
}
