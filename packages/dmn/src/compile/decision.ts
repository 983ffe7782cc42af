import { ANY, type Code, createRootScope, type FeelScope, type FeelType } from '@millrace/expressions'
import { convertCamunda } from '../camunda/convert.ts'
import type { Decision } from '../model.ts'
import { once } from '../once.ts'
import { compileBoxed } from './boxed.ts'
import { typeOf } from './compiler.ts'
import type { NodeContext } from './nodes.ts'
import { findRequirements, type Requirements } from './requirements.ts'
import { type CompiledTable, compileTable } from './table.ts'

export interface CompiledDecision {
  readonly kind: 'decision'
  readonly decision: Decision
  readonly getType: () => FeelType
  /** Compiled at its first use. */
  readonly getLogic: () => DecisionLogic
  /** The decisions it requires, in this model and in imported ones. */
  readonly listRequired: () => readonly CompiledDecision[]
}

/** The logic of a decision. A table keeps its own form, because the trace reports the rules that matched. */
type DecisionLogic = { readonly requirements: Requirements } & (
  | { readonly table: CompiledTable }
  | { readonly table: null; readonly code: Code }
)

export function createDecision(decision: Decision, context: NodeContext): CompiledDecision {
  return {
    kind: 'decision',
    decision,
    getType: once(() => typeOf(decision.variable.typeRef, decision.id, context.compiler)),
    getLogic: once(() => compileLogic(decision, context)),
    listRequired: once(() =>
      decision.requiredDecisions.flatMap((reference) => {
        const node = context.find(reference, decision)?.node
        return node?.kind === 'decision' ? [node] : []
      }),
    ),
  }
}

function compileLogic(decision: Decision, context: NodeContext): DecisionLogic {
  const { compiler } = context
  const requirements = findVisible(decision, context)
  const scope = createScope(decision, requirements, context)
  const { logic } = decision
  if (logic?.kind === 'table') return { requirements, table: compileTable(logic, scope, compiler) }
  if (logic) {
    const code = compileBoxed(logic, scope, compiler)
    const { typeRef } = decision.variable
    const isConverted = compiler.mode === 'camunda' && typeRef !== null
    return { requirements, table: null, code: isConverted ? convertCamunda(code, typeRef, decision.id) : code }
  }
  // The standard asks for none: decisionLogic is 0..1 (DMN 1.5, 6.3.7).
  const message = `Expected the decision “${decision.name}” to have logic, but it has none. Its result is null unless the caller gives one.`
  compiler.report({ message, elementId: decision.id, line: null, column: null, isWarning: true })
  return { requirements, table: null, code: () => null }
}

/**
 * In mode `camunda` inputs and required decisions are variables like any other. Names of their own are only functions,
 * and what is imported under a name.
 */
function findVisible(decision: Decision, context: NodeContext): Requirements {
  const { requiredKnowledge, requiredInputs, requiredDecisions } = decision
  const required = [...requiredInputs, ...requiredDecisions]
  const references =
    context.compiler.mode === 'camunda'
      ? required.filter((reference) => typeof context.find(reference, decision)?.importName === 'string')
      : required
  return findRequirements([...references, ...requiredKnowledge], decision, context)
}

function createScope(decision: Decision, requirements: Requirements, { compiler, find }: NodeContext): FeelScope {
  const findType = compiler.types.find
  if (compiler.mode === 'standard') return createRootScope({ declared: requirements.types, findType, isStrict: true })
  const expected: Record<string, FeelType> = {}
  for (const reference of [...decision.requiredInputs, ...decision.requiredDecisions]) {
    const node = find(reference, decision)?.node
    if (node?.kind === 'input') expected[node.input.variable.name] = node.getType()
    if (node?.kind === 'decision') for (const name of listOutputNames(node.decision)) expected[name] = ANY
  }
  return createRootScope({ declared: requirements.types, expected, findType })
}

/** Returns the names under which Camunda shows the result of a decision to those that require it. */
function listOutputNames({ logic, variable }: Decision): string[] {
  return logic?.kind === 'table' ? logic.outputs.map(({ name }) => name ?? '') : [variable.name]
}
