import {
  createContext,
  equalValues,
  type FeelValue,
  type Frame,
  getMaximum,
  getMinimum,
  getSum,
  type Meter,
} from '@millrace/expressions'
import type { Aggregation, HitPolicy } from '../model.ts'
import type { CompiledTable, Match } from './table.ts'

interface Outcome {
  readonly matches: readonly Match[]
  readonly value: FeelValue
}

type Apply = (table: CompiledTable, matches: readonly Match[], frame: Frame) => Outcome

const POLICIES = {
  UNIQUE: (table, matches) => (matches.length > 1 ? { matches, value: null } : first(table, matches)),
  FIRST: first,
  ANY: (table, matches, { root }) =>
    areAlike(matches, root.evaluation.meter) ? first(table, matches) : { matches, value: null },
  PRIORITY: (table, matches, frame) => first(table, sortByPriority(table, matches, frame)),
  'RULE ORDER': allOrNull,
  'OUTPUT ORDER': (table, matches, frame) => allOrNull(table, sortByPriority(table, matches, frame)),
  COLLECT: (table, matches, { root }) => {
    const { aggregation } = table.table
    return aggregation
      ? { matches, value: aggregate(aggregation, matches, root.evaluation.meter) }
      : all(table, matches)
  },
} satisfies Record<HitPolicy, Apply>

/** Applies the hit policy of the standard to the matching rules (DMN 1.5, 8.2.10). A violated policy returns null. */
export function applyHitPolicy(table: CompiledTable, matches: readonly Match[], frame: Frame): Outcome {
  const { hitPolicy, outputs } = table.table
  if (outputs.length === 0) return { matches, value: null }
  if (matches.length === 0 && table.defaults) {
    const defaults = table.defaults.map((code) => code?.(frame) ?? null)
    return { matches, value: presentOutputs(table, defaults) }
  }
  frame.root.evaluation.charge(matches.length)
  const apply: Apply = POLICIES[hitPolicy]
  return apply(table, matches, frame)
}

function first(table: CompiledTable, matches: readonly Match[]): Outcome {
  const [match] = matches
  return match ? { matches: [match], value: presentOutputs(table, match.outputs) } : { matches, value: null }
}

function all(table: CompiledTable, matches: readonly Match[]): Outcome {
  return { matches, value: matches.map((match) => presentOutputs(table, match.outputs)) }
}

function allOrNull(table: CompiledTable, matches: readonly Match[]): Outcome {
  return matches.length === 0 ? { matches, value: null } : all(table, matches)
}

/** One output is a value, several are a context. */
function presentOutputs({ table }: CompiledTable, outputs: readonly (FeelValue | undefined)[]): FeelValue {
  if (table.outputs.length === 1) return outputs[0] ?? null
  return createContext(table.outputs.map((output, index) => [output.name ?? '', outputs[index] ?? null]))
}

/** Returns whether all matching rules have the same outputs. */
export function areAlike(matches: readonly Match[], meter: Meter): boolean {
  const [head, ...others] = matches
  return others.every((other) =>
    other.outputs.every((output, index) => equalValues(output ?? null, head?.outputs[index] ?? null, meter) === true),
  )
}

/** Sorts by the order of the output values, column by column; rules that are alike keep their order. */
export function sortByPriority(table: CompiledTable, matches: readonly Match[], frame: Frame): Match[] {
  const ranked = matches.map((match) => ({
    match,
    ranks: table.orders.map((order, index) => order(match.outputs[index] ?? null, frame)),
  }))
  ranked.sort((left, right) => {
    const column = left.ranks.findIndex((rank, index) => rank !== right.ranks[index])
    return column === -1 ? 0 : (left.ranks[column] ?? 0) - (right.ranks[column] ?? 0)
  })
  return ranked.map(({ match }) => match)
}

/** The functions of FEEL with these names (DMN 1.5, 8.2.11). Only the count of nothing is a number. */
const AGGREGATES = {
  COUNT: (values) => values.length,
  SUM: getSum,
  MIN: getMinimum,
  MAX: getMaximum,
} satisfies Record<Aggregation, (values: readonly FeelValue[], meter: Meter) => FeelValue>

function aggregate(aggregation: Aggregation, matches: readonly Match[], meter: Meter): FeelValue {
  return AGGREGATES[aggregation](
    matches.map((match) => match.outputs[0] ?? null),
    meter,
  )
}
