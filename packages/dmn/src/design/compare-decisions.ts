import type { Boxed, Decision, DecisionTable, Text } from '../model.ts'
import { parseDmn } from '../parse-dmn.ts'

/** The differences of a decision. */
export interface DecisionDifference {
  readonly id: string
  readonly name: string
  readonly kind: 'added' | 'removed' | 'changed'
  /** The lines of a decision: columns, then rules. `before` has those that were removed, and `after` the new ones. */
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** Whether the rules are the same in another order. */
  readonly isReordered: boolean
}

export type DecisionsComparison =
  | { readonly ok: true; readonly differences: readonly DecisionDifference[] }
  | { readonly ok: false }

/**
 * Compares two versions of a DMN file decision by decision, in readable lines: a rule is `"travel", <= 100 → "none"`.
 * Not ok when one of them cannot be read.
 */
export function compareDecisions(before: string, after: string): DecisionsComparison {
  const [old, now] = [parseDmn(before), parseDmn(after)]
  if (!old.ok || !now.ok) return { ok: false }
  const known = new Map(old.model.decisions.map((decision) => [decision.id, decision]))
  const kept = new Set(now.model.decisions.map(({ id }) => id))
  const differences = [
    ...now.model.decisions.map((decision) => compare(known.get(decision.id) ?? null, decision)),
    ...old.model.decisions.filter(({ id }) => !kept.has(id)).map((decision) => compare(decision, null)),
  ]
  return { ok: true, differences: differences.filter((difference) => difference !== null) }
}

function compare(old: Decision | null, now: Decision | null): DecisionDifference | null {
  const { id, name } = now ?? (old as Decision)
  const [was, is] = [old === null ? [] : listLines(old), now === null ? [] : listLines(now)]
  if (old !== null && now !== null && was.join('\n') === is.join('\n')) return null
  const before = without(was, is)
  const after = without(is, was)
  const kind = old === null ? 'added' : now === null ? 'removed' : 'changed'
  return { id, name, kind, before, after, isReordered: before.length === 0 && after.length === 0 }
}

/** Lines that the other has not, each as often as it is missing. */
function without(lines: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const line of other) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count <= 0
  })
}

function listLines({ name, logic, variable, requiredDecisions, requiredInputs }: Decision): string[] {
  const needed = [...requiredDecisions, ...requiredInputs].map(({ id }) => id)
  const head = [name, ...(variable.typeRef === null ? [] : [variable.typeRef]), ...needed].join(', ')
  if (logic === null) return [head]
  return [head, ...(logic.kind === 'table' ? listTable(logic) : [JSON.stringify(withoutIds(logic))])]
}

function listTable({ hitPolicy, aggregation, inputs, outputs, rules }: DecisionTable): string[] {
  const ins = inputs.map(({ label, expression, typeRef, allowedValues }) =>
    joined(label, expression?.text, typeRef, allowedValues?.text),
  )
  const outs = outputs.map(({ label, name, typeRef, outputValues, defaultValue }) =>
    joined(label, name, typeRef, outputValues?.text, defaultValue?.text),
  )
  const cells = (texts: readonly Text[]) => texts.map(({ text }) => text || '–').join(', ')
  return [
    `${aggregation === null ? hitPolicy : `${hitPolicy} ${aggregation}`}: ${ins.join(', ')} → ${outs.join(', ')}`,
    ...rules.map((rule) => `${cells(rule.tests)} → ${cells(rule.outputs)}`),
  ]
}

function joined(...parts: readonly (string | null | undefined)[]): string {
  const said = [...new Set(parts.filter((part) => part))]
  return said.length < 2 ? said.join('') : `${said[0]} (${said.slice(1).join(', ')})`
}

/** Returns an expression without the ids inside of it, which mean nothing to users. */
function withoutIds(logic: Boxed): unknown {
  return logic.kind === 'literal'
    ? logic.text.text
    : JSON.parse(JSON.stringify(logic, (name, value) => (name === 'id' ? undefined : value)))
}
