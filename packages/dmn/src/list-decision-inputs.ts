import { compile, compileFeel } from '@millrace/expressions'
import type { Decision, DecisionTable, DmnModel, Text } from './model.ts'

/** A variable that a decision reads. */
export interface DecisionInput {
  readonly name: string
  /** The type in the model, such as `string` or `double`; null when the model names none. */
  readonly typeRef: string | null
  /** The texts that it may be; null for any. */
  readonly choices: readonly string[] | null
}

/**
 * Lists the inputs of a decision and its required decisions: what their tables and expressions read and none of them
 * provides. Nested boxed expressions are not searched.
 */
export function listDecisionInputs(model: DmnModel, decisionId: string): DecisionInput[] {
  const decisions = withRequired(model, decisionId)
  const given = new Set(decisions.flatMap(listGiven))
  const found = new Map<string, DecisionInput>()
  for (const input of decisions.flatMap((decision) => listRead(model, decision)))
    if (!given.has(input.name) && !found.has(input.name)) found.set(input.name, input)
  return [...found.values()].map((input) => {
    const declared = model.inputs.find(({ name, variable }) => variable.name === input.name || name === input.name)
    return { ...input, typeRef: input.typeRef ?? declared?.variable.typeRef ?? null }
  })
}

/** Returns the required ones come first. */
function withRequired(model: DmnModel, id: string, seen = new Set<string>()): Decision[] {
  const decision = model.decisions.find((one) => one.id === id)
  if (decision === undefined || seen.has(id)) return []
  seen.add(id)
  return [...decision.requiredDecisions.flatMap((required) => withRequired(model, required.id, seen)), decision]
}

function listGiven({ id, name, variable, logic }: Decision): string[] {
  const outputs = logic?.kind === 'table' ? logic.outputs.flatMap((output) => output.name ?? []) : []
  return [id, name, variable.name, ...outputs]
}

function listRead(model: DmnModel, { logic }: Decision): DecisionInput[] {
  if (logic?.kind === 'table') return listReadByTable(model, logic)
  if (logic?.kind !== 'literal') return []
  return readNames(model, logic.text).map((name) => ({ name, typeRef: null, choices: null }))
}

function listReadByTable(model: DmnModel, { inputs }: DecisionTable): DecisionInput[] {
  return inputs.flatMap(({ expression, typeRef, allowedValues }) => {
    if (expression === null) return []
    const names = readNames(model, expression)
    // Of an expression the type and the values are those of what it gives.
    const isName = names.length === 1 && expression.text.replaceAll(/^[$#]\{|\}$/g, '').trim() === names[0]
    if (!isName) return names.map((name) => ({ name, typeRef: null, choices: null }))
    return names.map((name) => ({ name, typeRef, choices: allowedValues === null ? null : readChoices(allowedValues) }))
  })
}

function readNames({ expressionLanguage }: DmnModel, { text, language }: Text): readonly string[] {
  const named = language ?? expressionLanguage
  const isUel = named === null ? /^[$#]\{/.test(text) : !/feel/i.test(named)
  const compiled = isUel ? compile(named ?? 'juel', text) : compileFeel(text)
  return compiled?.ok ? compiled.expression.variables : []
}

/** Returns texts without escapes that stand one beside the other; null for anything else. */
function readChoices({ text }: Text): readonly string[] | null {
  const list = /^\s*"[^"\\]*"(?:\s*,\s*"[^"\\]*")*\s*$/.test(text) ? text.match(/"[^"]*"/g) : null
  return list === null ? null : list.map((quoted) => quoted.slice(1, -1))
}
