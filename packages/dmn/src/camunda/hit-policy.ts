import type { Frame } from '@millrace/expressions'
import {
  addNumbers,
  compareValues,
  createContext,
  type FeelContext,
  type FeelValue,
  isNumber,
  type Meter,
} from '@millrace/expressions'
import { areAlike, sortByPriority } from '../compile/hit-policy.ts'
import type { CompiledTable, Match } from '../compile/table.ts'
import { DecisionFailure, problemAt } from '../failure.ts'
import type { Aggregation, DecisionTable } from '../model.ts'

interface CamundaOutcome {
  readonly matches: readonly Match[]
  /** One map of output names to values for each rule that counts, or the one of the aggregation. */
  readonly results: readonly FeelContext[]
}

/** Applies the hit policy of Camunda 7 to the matching rules. A violated policy is a failure that names the rules. */
export function applyCamundaPolicy(table: CompiledTable, matches: readonly Match[], frame: Frame): CamundaOutcome {
  const { table: source } = table
  const { meter } = frame.root.evaluation
  meter.charge(matches.length)
  switch (source.hitPolicy) {
    case 'UNIQUE':
      if (matches.length > 1) fail(source, matches, 'only one rule to match')
      return present(source, matches)
    case 'ANY':
      if (!areAlike(matches, meter)) fail(source, matches, 'all rules that match to have the same output')
      return present(source, matches.slice(0, 1))
    case 'FIRST':
      return present(source, matches.slice(0, 1))
    case 'PRIORITY':
      return present(source, sortByPriority(table, matches, frame).slice(0, 1))
    case 'OUTPUT ORDER':
      return present(source, sortByPriority(table, matches, frame))
    case 'RULE ORDER':
      return present(source, matches)
    case 'COLLECT':
      return source.aggregation ? aggregate(source, source.aggregation, { matches, meter }) : present(source, matches)
  }
}

function fail(table: DecisionTable, matches: readonly Match[], expected: string): never {
  const ids = listSome(matches.map(({ index }) => table.rules[index]?.id ?? `number ${index + 1}`))
  throw new DecisionFailure(
    problemAt(table.id, `Expected ${expected} by the hit policy ${table.hitPolicy}, but these did: ${ids}.`),
  )
}

/** Lists the first ids, for an incident. */
function listSome(ids: readonly string[]): string {
  const most = 20
  const more = ids.length > most ? ` and ${ids.length - most} more` : ''
  return ids.slice(0, most).join(', ') + more
}

/** Empty output cells are left out. */
function present(table: DecisionTable, matches: readonly Match[]): CamundaOutcome {
  const results = matches.map(({ outputs }) => {
    const entries: [string, FeelValue][] = []
    for (const [index, { name }] of table.outputs.entries()) {
      const value = outputs[index]
      if (value !== undefined) entries.push([name ?? '', value])
    }
    return createContext(entries)
  })
  return { matches, results }
}

/** Of nothing the count is 0, and no other aggregation gives a result: there are only those of the rules themselves. */
function aggregate(
  table: DecisionTable,
  aggregation: Aggregation,
  { matches, meter }: { matches: readonly Match[]; meter: Meter },
): CamundaOutcome {
  const values = matches.flatMap(({ outputs }) => (outputs[0] === undefined ? [] : [outputs[0]]))
  if (values.length === 0 && aggregation !== 'COUNT') return present(table, matches)
  const value = AGGREGATES[aggregation](values, table, meter)
  return { matches, results: [createContext([[table.outputs[0]?.name ?? '', value]])] }
}

const AGGREGATES = {
  COUNT: (values) => values.length,
  SUM: (values, table) =>
    listNumbers(values, table).reduce(
      (sum: FeelValue, value) => (isNumber(sum) ? addNumbers(sum, value) : value),
      null,
    ),
  MIN: (values, table, meter) =>
    listNumbers(values, table).reduce(
      choose((order) => order < 0, meter),
      null,
    ),
  MAX: (values, table, meter) =>
    listNumbers(values, table).reduce(
      choose((order) => order > 0, meter),
      null,
    ),
} satisfies Record<Aggregation, (values: readonly FeelValue[], table: DecisionTable, meter: Meter) => FeelValue>

function choose(isBetter: (order: number) => boolean, meter: Meter) {
  return (best: FeelValue, value: FeelValue): FeelValue =>
    best === null || isBetter(compareValues(value, best, meter) ?? 0) ? value : best
}

function listNumbers(values: readonly FeelValue[], table: DecisionTable) {
  const numbers = values.filter((value) => isNumber(value))
  if (numbers.length === values.length) return numbers
  const message = `Expected numbers for the aggregation ${table.aggregation}, but some outputs are none.`
  throw new DecisionFailure(problemAt(table.id, message))
}
