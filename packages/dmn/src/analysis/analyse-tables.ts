import type { Decision, DecisionTable, DmnModel } from '../model.ts'
import { type Box, Effort, listGaps, listOverlaps, wholeSpace } from './boxes.ts'
import { readColumns, type Space } from './read-columns.ts'
import { isWholeLine, leaveOut, type Spans } from './spans.ts'
import { writeTest } from './write-test.ts'

/** A change of a decision table that removes a finding. */
export type TableRepair =
  | { readonly kind: 'add-rule'; readonly tests: readonly string[] }
  | { readonly kind: 'narrow'; readonly rule: number; readonly input: number; readonly test: string }
  | { readonly kind: 'remove-rule'; readonly rule: number }

/** Rules that match together, values that no rule matches, or a rule that never matches. Rules count from 1. */
export interface TableFinding {
  readonly kind: 'overlap' | 'gap' | 'hidden'
  readonly decisionId: string
  readonly rules: readonly number[]
  /** The affected values, by input. Inputs for which every value is affected are left out. */
  readonly conditions: readonly { readonly input: number; readonly label: string; readonly test: string }[]
  readonly elementId: string | null
  readonly message: string
  readonly repair: TableRepair | null
}

/** Findings of one kind in one table. More of them say nothing new. */
const maxFindings = 10
/** Comparisons of ranges for one question. A table of a thousand rules takes a tenth of it. */
const work = 1_000_000

/**
 * Lists the overlaps, gaps and hidden rules of all decision tables. Cells that do anything but compare the input with
 * constants count as unknown: they cause no finding.
 */
export function analyseTables(model: DmnModel): TableFinding[] {
  return model.decisions.flatMap((decision) =>
    decision.logic?.kind === 'table' ? analyseTable(decision, decision.logic, model) : [],
  )
}

interface Analysed extends Space {
  readonly decision: Decision
  readonly table: DecisionTable
  readonly counts: readonly number[]
}

function analyseTable(decision: Decision, table: DecisionTable, model: DmnModel): TableFinding[] {
  if (table.inputs.length === 0 || table.rules.length === 0) return []
  const space = readColumns(table, model)
  if (space === null) return []
  const analysed = { ...space, decision, table, counts: space.lines.map(({ regions }) => regions.length) }
  switch (table.hitPolicy) {
    case 'UNIQUE':
    case 'ANY':
      return [...findOverlaps(analysed), ...findGaps(analysed)]
    case 'FIRST':
      return [...findHidden(analysed), ...findGaps(analysed)]
    case 'PRIORITY':
      return findGaps(analysed)
    default:
      return []
  }
}

function findOverlaps(analysed: Analysed): TableFinding[] {
  const { boxes, counts, table } = analysed
  const found: TableFinding[] = []
  const results = numberResults(table)
  for (const [one, other, met] of listOverlaps(boxes, counts, new Effort(work))) {
    if (table.hitPolicy === 'ANY' && results[one] === results[other]) continue
    const rules = [one + 1, other + 1]
    const policy =
      table.hitPolicy === 'ANY' ? 'with different results, which Any does not allow' : 'and Unique allows one'
    found.push({
      kind: 'overlap',
      ...present(analysed, met),
      rules,
      elementId: table.rules[other]?.id ?? null,
      message: `Expected one rule to match, but rules ${rules.join(' and ')} match together${about(analysed, met)}, ${policy}. Narrow one of them.`,
      repair: narrow(analysed, one, other) ?? narrow(analysed, other, one),
    })
    if (found.length === maxFindings) break
  }
  return found.toSorted((one, other) => compareRules(one.rules, other.rules))
}

function compareRules(one: readonly number[], other: readonly number[]): number {
  return (one[0] ?? 0) - (other[0] ?? 0) || (one[1] ?? 0) - (other[1] ?? 0)
}

/** Returns a number for each rule that is the same for rules with the same outputs. */
function numberResults({ rules }: DecisionTable): number[] {
  const known = new Map<string, number>()
  return rules.map(({ outputs }) => {
    const text = JSON.stringify(outputs.map((output) => output.text))
    const number = known.get(text) ?? known.size
    known.set(text, number)
    return number
  })
}

/** A condition of a rule without the values that another rule has, if some are left and no other condition is needed. */
function narrow({ boxes, counts, lines, inputs }: Analysed, rule: number, other: number): TableRepair | null {
  for (const [column, count] of counts.entries()) {
    const own = boxes[rule]?.[column] ?? null
    const theirs = boxes[other]?.[column] ?? null
    const line = lines[column]
    const input = inputs[column]?.[0]
    if (own === null || theirs === null || line === undefined || input === undefined) continue
    if (inputs[column]?.length !== 1) continue
    const left = leaveOut(own, theirs, count)
    if (left.length > 0) return { kind: 'narrow', rule: rule + 1, input, test: writeTest(left, line) }
  }
  return null
}

function findGaps(analysed: Analysed): TableFinding[] {
  const { boxes, counts, table, lines, inputs, decision } = analysed
  // What no rule matches has a result then.
  if (table.outputs.some(({ defaultValue }) => defaultValue !== null)) return []
  const found: TableFinding[] = []
  for (const gap of listGaps(boxes, wholeSpace(counts), new Effort(work))) {
    const tests = table.inputs.map((_, input) => {
      const column = inputs.findIndex((members) => members[0] === input)
      const [spans, line] = [gap[column], lines[column]]
      return spans === undefined || line === undefined ? '-' : writeTest(spans, line)
    })
    found.push({
      kind: 'gap',
      ...present(analysed, gap),
      rules: [],
      elementId: table.id ?? decision.id,
      message: `Expected a rule for each value, but none matches${about(analysed, gap)}. Add a rule.`,
      repair: { kind: 'add-rule', tests },
    })
    if (found.length === maxFindings) break
  }
  return found
}

/** Rules that earlier rules leave nothing for. */
function findHidden(analysed: Analysed): TableFinding[] {
  const { boxes, table } = analysed
  const effort = new Effort(work)
  const found: TableFinding[] = []
  for (const [at, box] of boxes.entries()) {
    const earlier = boxes.slice(0, at).filter(isKnown)
    effort.spend(at + 1)
    if (effort.isSpent) break
    if (!isKnown(box) || box.some((spans) => spans.length === 0)) continue
    const isLeft = !listGaps(earlier, box, effort).next().done
    if (isLeft || effort.isSpent) continue
    found.push({
      kind: 'hidden',
      ...present(analysed, []),
      rules: [at + 1],
      elementId: table.rules[at]?.id ?? null,
      message: `Expected rule ${at + 1} to match some values, but the rules before it match all of them, and First takes the first. Move or remove it.`,
      repair: { kind: 'remove-rule', rule: at + 1 },
    })
    if (found.length === maxFindings) break
  }
  return found
}

function isKnown(box: Box): box is readonly Spans[] {
  return box.every((spans) => spans !== null)
}

function present({ decision, table, lines, inputs, counts }: Analysed, part: readonly Spans[]) {
  const conditions = part.flatMap((spans, column) => {
    const input = inputs[column]?.[0] ?? 0
    const line = lines[column]
    if (line === undefined || isWholeLine(spans, counts[column] ?? 0)) return []
    const { label, expression } = table.inputs[input] ?? {}
    return [{ input, label: label || expression?.text || String(input + 1), test: writeTest(spans, line) }]
  })
  return { decisionId: decision.id, conditions }
}

/** ` for amount > 20000 and budget "capital"`; nothing where it is about all values. */
function about(analysed: Analysed, part: readonly Spans[]): string {
  const { conditions } = present(analysed, part)
  if (conditions.length === 0) return ''
  return ` for ${conditions.map(({ label, test }) => `${label} ${test}`).join(' and ')}`
}
