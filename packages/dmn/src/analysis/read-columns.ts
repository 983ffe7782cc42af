import { readTestSet, type TestSet } from '@millrace/expressions'
import { isFeel, readColumn } from '../doubts/read-column.ts'
import type { DecisionTable, DmnModel } from '../model.ts'
import type { Box } from './boxes.ts'
import { createLine, type Line } from './line.ts'
import { meetSpans, type Spans } from './spans.ts'

/** The inputs of a table as lines, and its rules as boxes over them. Inputs with the same expression are one line. */
export interface Space {
  readonly lines: readonly Line[]
  /** For each line, the inputs from which it was made. */
  readonly inputs: readonly (readonly number[])[]
  readonly boxes: readonly Box[]
}

/**
 * Reads the input columns of a decision table as lines, and its rules as boxes. Returns null when the table cannot be
 * analysed, such as one with an input without an expression.
 */
export function readColumns(table: DecisionTable, model: DmnModel): Space | null {
  const byExpression = new Map<string, number[]>()
  for (const [at, { expression }] of table.inputs.entries()) {
    const text = expression?.text.trim() ?? ''
    if (text === '') return null
    byExpression.set(text, [...(byExpression.get(text) ?? []), at])
  }
  const inputs = [...byExpression.values()]
  const read = cachedReader()
  const columns = inputs.map((members) => readLine(table, members, { model, read }))
  if (!columns.every((column) => column !== null)) return null
  const boxes = table.rules.map((_, rule) => columns.map(({ cells }) => cells[rule] ?? null))
  return { lines: columns.map(({ line }) => line), inputs, boxes }
}

type Read = (text: string) => TestSet | null

/** Most cells of a column are like others. */
function cachedReader(): Read {
  const known = new Map<string, TestSet | null>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const set = text === '' ? ({ kind: 'any' } as const) : readTestSet(text)
    known.set(text, set)
    return set
  }
}

function readLine(
  table: DecisionTable,
  members: readonly number[],
  { model, read }: { model: DmnModel; read: Read },
): { line: Line; cells: readonly (Spans | null)[] } | null {
  const first = table.inputs[members[0] ?? -1]
  if (first === undefined) return null
  const { kind, allowed } = readColumn(first, model)
  const limits = allowed === null ? null : read(allowed)
  const cellsOf = (input: number) =>
    table.rules.map(({ tests }) => {
      const test = tests[input]
      return test !== undefined && isFeel(test, model) ? read(test.text) : null
    })
  const sets = members.map(cellsOf)
  // Cells with the same text have the same set.
  const known = [...new Set([...sets.flat(), limits])].filter((set) => set !== null)
  const isWhole = ['integer', 'long'].includes(first.typeRef ?? '')
  const line = createLine(known, { isWhole, isTruth: kind === 'boolean', allowed: limits })
  if (line === null || line.regions.length === 0) return null
  const places = new Map<TestSet, Spans | null>()
  const place = (set: TestSet | null) => {
    if (set === null) return null
    if (!places.has(set)) places.set(set, line.place(set))
    return places.get(set) ?? null
  }
  const cells = table.rules.map((_, rule) => {
    const all = sets.map((column) => place(column[rule] ?? null))
    return all.every((spans) => spans !== null) ? all.reduce(meetSpans) : null
  })
  return { line, cells }
}
