import type { FeelFunction } from '../values/function.ts'
import { AGGREGATES } from './aggregates.ts'
import { CONTEXTS } from './contexts.ts'
import { CONVERSIONS } from './conversions.ts'
import { EXTENSIONS } from './extensions.ts'
import { LISTS } from './lists.ts'
import { NUMBERS } from './numbers.ts'
import { RANGES } from './ranges.ts'
import { STRINGS } from './strings.ts'
import { TEMPORALS } from './temporals.ts'
import { VALUES } from './values.ts'

export const BUILTINS: ReadonlyMap<string, FeelFunction> = new Map(
  Object.entries({
    ...CONVERSIONS,
    ...VALUES,
    ...STRINGS,
    ...NUMBERS,
    ...LISTS,
    ...AGGREGATES,
    ...CONTEXTS,
    ...TEMPORALS,
    ...RANGES,
    ...EXTENSIONS,
  }),
)

/** Returns a builtin function (DMN 1.5, 10.3.4) by its name. */
export function findBuiltin(name: string): FeelFunction | undefined {
  return BUILTINS.get(name)
}

/** Lists all builtins with the names of their parameters, one row for each signature, for editors. */
export function listBuiltins(): { name: string; parameters: readonly string[]; isVariadic: boolean }[] {
  return [...BUILTINS].flatMap(([name, { signatures }]) =>
    signatures.map(({ parameters, isVariadic = false }) => ({
      name,
      parameters: parameters.map((parameter) => parameter.name),
      isVariadic,
    })),
  )
}
