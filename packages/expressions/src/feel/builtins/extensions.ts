import type { Evaluation } from '../compile/evaluation.ts'
import { compilePattern } from '../regex/compile-pattern.ts'
import { listMatches, type Match } from '../regex/find-match.ts'
import { daysInMonth } from '../temporal/calendar.ts'
import { createDate } from '../temporal/date.ts'
import { equalValues } from '../values/equal.ts'
import type { FeelFunction } from '../values/function.ts'
import type { FeelList, FeelValue } from '../values/value.ts'
import { builtin, signature } from './builtin.ts'
import { getDistinct } from './lists.ts'
import { anything, day, list, position, string } from './parameters.ts'

/** Functions beyond the standard that models of Camunda use. */
export const EXTENSIONS = {
  'is defined': builtin(signature([anything('value')], ([value]) => value !== null, 1)),
  'get or else': builtin(
    signature([anything('value'), anything('default')], ([value, otherwise]) => value ?? otherwise, 1),
  ),
  trim: builtin(signature([string('string')], ([text]) => text.trim())),
  'is blank': builtin(signature([string('string')], ([text]) => text.trim() === '')),
  'is empty': builtin(signature([list('list')], ([items]) => items.length === 0, 1)),
  'duplicate values': builtin(signature([list('list')], ([items], evaluation) => listDuplicates(items, evaluation))),
  partition: builtin(
    signature([list('list'), position('size')], ([items, size], evaluation) => {
      if (size < 1) return null
      evaluation.checkList(items.length)
      return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
        items.slice(index * size, (index + 1) * size),
      )
    }),
  ),
  extract: builtin(
    signature([string('string'), string('pattern')], ([text, pattern], evaluation) => {
      const regex = compilePattern(pattern, '', evaluation.meter)
      return regex && extract(listMatches(regex, text, evaluation.meter), evaluation)
    }),
  ),
  'last day of month': builtin(
    signature([day('date')], ([date]) => createDate(date.year, date.month, daysInMonth(date.year, date.month))),
  ),
} satisfies Record<string, FeelFunction>

/** Each value that is there more than once. Texts, numbers and their like are found at once, others are compared. */
function listDuplicates(items: FeelList, evaluation: Evaluation): FeelList {
  const counts = new Map<FeelValue, number>()
  evaluation.charge(items.length * 2)
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  const isThereTwice = (value: FeelValue) => {
    if (typeof value !== 'object' || value === null) return (counts.get(value) ?? 0) > 1
    evaluation.charge(items.length)
    return items.filter((item) => equalValues(item, value, evaluation.meter) === true).length > 1
  }
  return getDistinct(items, evaluation).filter(isThereTwice)
}

function extract(matches: Iterable<Match>, evaluation: Evaluation): FeelList {
  const found: FeelValue[] = []
  for (const { groups } of matches) {
    evaluation.checkLength(found.length + 1)
    found.push(groups[0] ?? '')
  }
  return found
}
