import type { Evaluation } from '../compile/evaluation.ts'
import { compilePattern } from '../regex/compile-pattern.ts'
import { listMatches, type Match } from '../regex/find-match.ts'
import { daysInMonth } from '../temporal/calendar.ts'
import { createDate } from '../temporal/date.ts'
import type { FeelFunction } from '../values/function.ts'
import type { FeelList, FeelValue } from '../values/value.ts'
import { builtin, signature } from './builtin.ts'
import { DistinctValues } from './distinct-values.ts'
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

/** Returns each value that is there more than once, in the order of the first of them. */
function listDuplicates(items: FeelList, evaluation: Evaluation): FeelList {
  const distinct = new DistinctValues(evaluation)
  const repeated = new DistinctValues(evaluation)
  const firsts: FeelValue[] = []
  for (const item of items) {
    if (distinct.add(item)) firsts.push(item)
    else repeated.add(item)
  }
  return firsts.filter((item) => repeated.has(item))
}

function extract(matches: Iterable<Match>, evaluation: Evaluation): FeelList {
  const found: FeelValue[] = []
  for (const { groups } of matches) {
    evaluation.checkLength(found.length + 1)
    found.push(groups[0] ?? '')
  }
  return found
}
