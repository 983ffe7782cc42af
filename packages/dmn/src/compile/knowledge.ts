import {
  ANY,
  type Code,
  callFunction,
  createClosure,
  createExternalFunction,
  createRootScope,
  FeelFunction,
  type FeelType,
  type FeelValue,
  openFrame,
  type Parameter,
  scopeOfBody,
  toFeel,
  whenCompiling,
} from '@millrace/expressions'
import type { DecisionRun } from '../evaluate/run.ts'
import { runOf } from '../evaluate/run.ts'
import { createState } from '../evaluate/state.ts'
import type { Boxed, BoxedFunction, KnowledgeModel } from '../model.ts'
import { once } from '../once.ts'
import { compileBoxed, compileParameters } from './boxed.ts'
import { typeOf } from './compiler.ts'
import type { NodeContext } from './nodes.ts'
import { findRequirements, type Requirements } from './requirements.ts'

export interface CompiledKnowledge {
  readonly kind: 'knowledge'
  readonly knowledge: KnowledgeModel
  /** Returns the function, compiled at its first use; null when it is not available, such as a function of PMML. */
  readonly getFunction: () => FeelFunction | null
  /** Compiles everything, to report all problems. */
  readonly compile: () => void
}

/**
 * Compiles a business knowledge model to a function that sees its parameters, itself and the functions that it
 * requires.
 */
export function createKnowledge(knowledge: KnowledgeModel, context: NodeContext): CompiledKnowledge {
  const getCode = once(() => compileLogic(knowledge, context))
  const getFunction: () => FeelFunction | null = once(() => {
    const { logic } = knowledge
    if (!logic?.body || logic.language === 'PMML') return null
    return logic.language === 'Java'
      ? createJavaFunction(logic, logic.body, { knowledge, context })
      : createFunction(getCode, () => getFunction())
  })
  return { kind: 'knowledge', knowledge, getFunction, compile: getCode }
}

/**
 * Evaluates a business knowledge model as the requested node, with parameters from the caller's values of these names.
 */
export function runKnowledge({ getFunction }: CompiledKnowledge, run: DecisionRun): FeelValue {
  const called = getFunction()
  return (
    called &&
    callFunction(
      called,
      called.main.parameters.map(({ name }) => toFeel(run.findVariable(name), run.allowance, run)),
      run,
    )
  )
}

interface KnowledgeCode {
  readonly requirements: Requirements
  readonly isOwnRequirement: boolean
  readonly parameters: readonly Parameter[]
  readonly result: FeelType
  readonly body: Code
}

function compileLogic(knowledge: KnowledgeModel, context: NodeContext): KnowledgeCode {
  const { compiler } = context
  const { logic } = knowledge
  const { name } = knowledge.variable
  const requirements = findRequirements(knowledge.requiredKnowledge, knowledge, context)
  const parameters = compileParameters(logic?.parameters ?? [], knowledge.id, compiler)
  const result = resultTypeOf(knowledge, context)
  const declared = { [name]: ANY, ...requirements.types }
  const scope = scopeOfBody(parameters, createRootScope({ declared, findType: compiler.types.find, isStrict: true }))
  if (!logic?.body) {
    const message = `Expected the function “${knowledge.name}” to have logic, but it has none. Its result is null.`
    compiler.report({ message, elementId: knowledge.id, line: null, column: null, isWarning: true })
  }
  const body = logic?.body ? compileBoxed(logic.body, scope, compiler) : () => null
  return { requirements, isOwnRequirement: Object.hasOwn(requirements.types, name), parameters, result, body }
}

/**
 * Creates the function of a business knowledge model. Required functions are looked up at each call, so that functions
 * can call each other.
 */
function createFunction(getCode: () => KnowledgeCode, getSelf: () => FeelFunction | null): FeelFunction {
  const { parameters, result, requirements, isOwnRequirement, body } = getCode()
  return new FeelFunction([
    {
      parameters,
      result,
      apply(args, evaluation) {
        const required = requirements.load(createState(runOf(evaluation)))
        const values = isOwnRequirement ? required : [getSelf(), ...required]
        const frame = openFrame(values, evaluation, () => undefined)
        return createClosure({ parameters, body, result }, frame).main.apply(args, evaluation)
      },
    },
  ])
}

/** Returns the mapping to the method sees no names. */
function createJavaFunction(
  logic: BoxedFunction,
  body: Boxed,
  { knowledge, context }: { knowledge: KnowledgeModel; context: NodeContext },
): FeelFunction | null {
  const { compiler } = context
  const parameters = compileParameters(logic.parameters, knowledge.id, compiler)
  const mapping = compileBoxed(body, createRootScope({}), compiler)
  const frame = openFrame([], whenCompiling, () => undefined)
  return createExternalFunction(parameters, mapping(frame), resultTypeOf(knowledge, context))
}

/** Returns the type that the variable names is that of the function, or in many models that of its result. */
function resultTypeOf({ id, variable, logic }: KnowledgeModel, { compiler }: NodeContext): FeelType {
  const type = typeOf(variable.typeRef ?? logic?.typeRef ?? null, id, compiler)
  return type.kind === 'function' ? type.result : type
}
