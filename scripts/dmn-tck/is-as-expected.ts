import {
  equalValues,
  FeelDateTime,
  FeelTime,
  type FeelValue,
  isContext,
  isList,
  isNumber,
  toDouble,
  unmetered,
} from '@millrace/expressions'

/** The kit gives numbers with few digits. */
const TOLERANCE = 1e-8

/** Returns whether an answer equals the expected one of the kit. It has to have every expected entry, and no other. */
export function isAsExpected(value: FeelValue, expected: FeelValue): boolean {
  if (isNumber(expected)) return isNumber(value) && isClose(toDouble(value), toDouble(expected))
  if (isList(expected)) {
    return (
      isList(value) &&
      value.length === expected.length &&
      expected.every((item, index) => isAsExpected(value[index] ?? null, item))
    )
  }
  if (isContext(expected)) {
    const keys = Object.keys(expected)
    return (
      isContext(value) &&
      Object.keys(value).length === keys.length &&
      keys.every((key) => isAsExpected(value[key] ?? null, expected[key] ?? null))
    )
  }
  if (expected instanceof FeelTime || expected instanceof FeelDateTime) return isSameMoment(value, expected)
  return equalValues(value, expected, unmetered) === true
}

function isClose(value: number, expected: number): boolean {
  return Math.abs(value - expected) <= TOLERANCE * Math.max(1, Math.abs(expected))
}

function isSameMoment(value: FeelValue, expected: FeelValue): boolean {
  return equalValues(value, expected, unmetered) === true
}
