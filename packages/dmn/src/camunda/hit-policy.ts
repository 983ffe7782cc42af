import type { Frame } from '@millrace/expressions'
import {
  addNumbers,
  compareValues,
  createContext,
  type FeelContext,
  type FeelValue,
  isNumber,
  type Meter,
  parseNumber,
} from '@millrace/expressions'
import { areAlike, sortByPriority } from '../compile/hit-policy.ts'
import type { CompiledTable, Match } from '../compile/table.ts'
import { DecisionFailure, problemAt } from '../failure.ts'
import type { Aggregation, DecisionTable, TableOutput } from '../model.ts'

interface CamundaOutcome {
  readonly matches: readonly Match[]
  /** One map of output names to values for each rule of the result, or the map of the aggregation. */
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

/**
 * Aggregates the one output of each matching rule, under the name of the first one. Of nothing the count is 0, and no
 * other aggregation gives a result: there are only those of the rules themselves.
 */
function aggregate(
  table: DecisionTable,
  aggregation: Aggregation,
  { matches, meter }: { matches: readonly Match[]; meter: Meter },
): CamundaOutcome {
  const cells = matches.flatMap((match) => listOnly(table, match))
  if (cells.length === 0 && aggregation !== 'COUNT') return present(table, matches)
  const value = AGGREGATES[aggregation](cells, table, meter)
  return { matches, results: [createContext([[(cells[0]?.output ?? table.outputs[0])?.name ?? '', value]])] }
}

interface Cell {
  readonly output: TableOutput
  readonly value: FeelValue
}

/** Returns the output of a rule, if it has one. Fails for several, which Camunda finds only in rules that match. */
function listOnly(table: DecisionTable, { index, outputs }: Match): Cell[] {
  const cells = table.outputs.flatMap((output, column) => {
    const value = outputs[column]
    return value === undefined ? [] : [{ output, value }]
  })
  if (cells.length < 2) return cells
  const id = table.rules[index]?.id ?? `number ${index + 1}`
  const message = `Expected rules with one output for the aggregation ${table.aggregation}, but ${id} has ${cells.length}.`
  throw new DecisionFailure(problemAt(table.id, message))
}

const AGGREGATES = {
  COUNT: (cells) => cells.length,
  SUM: (cells, table) =>
    listNumbers(cells, table).reduce((sum: FeelValue, value) => (isNumber(sum) ? addNumbers(sum, value) : value), null),
  MIN: (cells, table, meter) =>
    listNumbers(cells, table).reduce(
      choose((order) => order < 0, meter),
      null,
    ),
  MAX: (cells, table, meter) =>
    listNumbers(cells, table).reduce(
      choose((order) => order > 0, meter),
      null,
    ),
} satisfies Record<Aggregation, (cells: readonly Cell[], table: DecisionTable, meter: Meter) => FeelValue>

function choose(isBetter: (order: number) => boolean, meter: Meter) {
  return (best: FeelValue, value: FeelValue): FeelValue =>
    best === null || isBetter(compareValues(value, best, meter) ?? 0) ? value : best
}

/** Reads texts as numbers where their column has no type, as Camunda does. Durations and dates are no numbers there. */
function listNumbers(cells: readonly Cell[], table: DecisionTable) {
  const numbers = cells.map(({ value, output }) =>
    typeof value === 'string' && output.typeRef === null ? parseNumber(value.trim()) : value,
  )
  if (numbers.every((value) => isNumber(value))) return numbers
  const message = `Expected numbers for the aggregation ${table.aggregation}, but some outputs are none.`
  throw new DecisionFailure(problemAt(table.id, message))
}
