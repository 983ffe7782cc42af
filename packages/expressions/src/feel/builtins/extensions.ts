import { compilePattern } from '../regex/compile-pattern.ts'
import { listMatches } from '../regex/find-match.ts'
import { daysInMonth } from '../temporal/calendar.ts'
import { createDate } from '../temporal/date.ts'
import { equalValues } from '../values/equal.ts'
import type { FeelFunction } from '../values/function.ts'
import { builtin, signature } from './builtin.ts'
import { getDistinct } from './lists.ts'
import { anything, day, list, position, string } from './parameters.ts'

/** Functions beyond the standard that models of Camunda use. */
export const EXTENSIONS = {
  'is defined': builtin(signature([anything('value')], ([value]) => value !== null)),
  'get or else': builtin(
    signature([anything('value'), anything('default')], ([value, otherwise]) => value ?? otherwise),
  ),
  trim: builtin(signature([string('string')], ([text]) => text.trim())),
  'is blank': builtin(signature([string('string')], ([text]) => text.trim() === '')),
  'is empty': builtin(signature([list('list')], ([items]) => items.length === 0)),
  'duplicate values': builtin(
    signature([list('list')], ([items], evaluation) =>
      getDistinct(items, evaluation).filter(
        (value) => items.filter((item) => equalValues(item, value) === true).length > 1,
      ),
    ),
  ),
  partition: builtin(
    signature([list('list'), position('size')], ([items, size]) => {
      if (size < 1) return null
      return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
        items.slice(index * size, (index + 1) * size),
      )
    }),
  ),
  extract: builtin(
    signature([string('string'), string('pattern')], ([text, pattern], evaluation) => {
      const regex = compilePattern(pattern, '')
      return (
        regex &&
        Array.from(
          listMatches(regex, text, (steps) => evaluation.step(steps)),
          (match) => match.groups[0] ?? '',
        )
      )
    }),
  ),
  'last day of month': builtin(
    signature([day('date')], ([date]) => createDate(date.year, date.month, daysInMonth(date.year, date.month))),
  ),
} satisfies Record<string, FeelFunction>
