import { isSameValue } from '../values/equal.ts'
import type { FeelFunction } from '../values/function.ts'
import { builtin, signature } from './builtin.ts'
import { anything, boolean } from './parameters.ts'

/** Functions of any value (DMN 1.5, 10.3.4.2 and table 73). */
export const VALUES = {
  not: builtin(signature([boolean('negand')], ([negand]) => !negand)),
  is: builtin(
    signature(
      [anything('value1'), anything('value2')],
      ([left, right], { meter }) => isSameValue(left, right, meter),
      1,
    ),
  ),
} satisfies Record<string, FeelFunction>
