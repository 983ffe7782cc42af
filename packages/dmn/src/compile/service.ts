import {
  coerce,
  createContext,
  FeelFunction,
  type FeelType,
  type FeelValue,
  fitArguments,
  type Parameter,
  toFeel,
} from '@millrace/expressions'
import type { DecisionRun } from '../evaluate/run.ts'
import { runOf } from '../evaluate/run.ts'
import { createState, evaluateNode, type State } from '../evaluate/state.ts'
import type { DecisionService } from '../model.ts'
import { once } from '../once.ts'
import { typeOf } from './compiler.ts'
import type { CompiledDecision } from './decision.ts'
import type { CompiledInput, CompiledNode, NodeContext } from './nodes.ts'
import { variableOf } from './requirements.ts'

export interface CompiledService {
  readonly kind: 'service'
  readonly service: DecisionService
  readonly getParts: () => ServiceParts
  /** The service as a function: first its input data, then its input decisions (DMN 1.5, 10.4). */
  readonly getFunction: () => FeelFunction
}

interface ServiceParts {
  readonly inputs: readonly (CompiledInput | CompiledDecision)[]
  readonly outputs: readonly CompiledDecision[]
  readonly type: FeelType
}

export function createService(service: DecisionService, context: NodeContext): CompiledService {
  const getParts = once((): ServiceParts => {
    const list = (references: DecisionService['inputData']): CompiledNode[] =>
      references.flatMap((reference) => context.find(reference, service)?.node ?? [])
    if (service.outputDecisions.length === 0) {
      const message = `Expected the decision service “${service.name}” to have an output decision, but it has none. Its result is null.`
      context.compiler.report({ message, elementId: service.id, line: null, column: null, isWarning: true })
    }
    const type = typeOf(service.variable.typeRef, service.id, context.compiler)
    return {
      inputs: [...list(service.inputData), ...list(service.inputDecisions)].filter(
        (node) => node.kind === 'input' || node.kind === 'decision',
      ),
      outputs: list(service.outputDecisions).filter((node) => node.kind === 'decision'),
      type: type.kind === 'function' ? type.result : type,
    }
  })
  return { kind: 'service', service, getParts, getFunction: once(() => createFunction(getParts())) }
}

/** The outputs of a service: one as its value, several as a context. */
function evaluateService({ outputs, type }: ServiceParts, state: State): FeelValue {
  if (outputs.length === 0) return null
  const [only] = outputs
  if (only && outputs.length === 1) return coerce(evaluateNode(only, state), type, state.run)
  const values = createContext(outputs.map((output) => [variableOf(output).name, evaluateNode(output, state)]))
  return coerce(values, type, state.run)
}

/** Evaluates a decision service as the requested node: its inputs only have the caller's values. */
export function runService(parts: ServiceParts, run: DecisionRun): FeelValue {
  const given = new Map<CompiledNode, FeelValue>()
  for (const node of parts.inputs) {
    const value =
      node.kind === 'input'
        ? run.findInput(node.namespace, variableOf(node).name)
        : run.findVariable(variableOf(node).name)
    given.set(node, toFeel(value, run.allowance, run))
  }
  return evaluateService(parts, createState(run, given))
}

function createFunction(parts: ServiceParts): FeelFunction {
  const parameters: Parameter[] = parts.inputs.map((node) => ({ name: variableOf(node).name, type: node.getType() }))
  return new FeelFunction([
    {
      parameters,
      result: parts.type,
      apply: (args, evaluation) => {
        const values = fitArguments(args, parameters, evaluation)
        if (values === null) return null
        const given = new Map<CompiledNode, FeelValue>(parts.inputs.map((node, index) => [node, values[index] ?? null]))
        return evaluation.nest(() => evaluateService(parts, createState(runOf(evaluation), given)))
      },
    },
  ])
}
