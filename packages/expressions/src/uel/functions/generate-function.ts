import type { ExpressionProblem } from '../../expression.ts'
import { chargeValue } from '../charge-value.ts'
import { Fault } from '../environment.ts'
import type { Evaluate } from '../generate.ts'
import { type Node, SyntaxFault } from '../syntax.ts'
import { camundaFunctions } from './camunda-functions.ts'
import { flowableFunctions } from './flowable-functions.ts'
import type { FunctionTable } from './function-table.ts'

type FunctionNode = Node & { kind: 'function' }

const functions: FunctionTable = { ...camundaFunctions, ...flowableFunctions }

/**
 * Generates the call of a function. An unknown function only fails when it is reached, because the model may not need
 * it.
 *
 * @throws SyntaxFault when a known function gets too few or too many arguments.
 */
export function generateFunction(node: FunctionNode, generate: (node: Node) => Evaluate): Evaluate {
  const entry = Object.hasOwn(functions, node.name) ? functions[node.name] : undefined
  if (entry === undefined) return failUnknown(node)
  const [fewest, most, call] = entry
  const args = isVariableFunction(node.name) ? variableArguments(node, fewest).map(generate) : node.args.map(generate)
  if (args.length < fewest || args.length > most) {
    throw new SyntaxFault(`Expected ${presentCount(fewest, most)} for ${node.name}(), but got ${args.length}.`, node)
  }
  return (environment) => {
    const values = args.map((arg) => arg(environment))
    environment.at = node
    for (const value of values) chargeValue(value, environment.scope.allowance)
    return call(environment, ...values) ?? null
  }
}

/**
 * Names the variable that `vars:get(x)`, `vars:get('x')` and their like read; undefined when it is computed.
 */
export function findReadVariable(node: FunctionNode): string | undefined {
  if (!isVariableFunction(node.name) || !Object.hasOwn(functions, node.name)) return undefined
  const [name] = variableArguments(node, functions[node.name]![0])
  return name?.kind === 'literal' && typeof name.value === 'string' ? name.value : undefined
}

/** Returns the problem of a call to an unsupported function; an empty list for other nodes. */
export function findUnknown(node: Node): ExpressionProblem[] {
  if (node.kind !== 'function' || Object.hasOwn(functions, node.name)) return []
  const message = `Expected a function that is known, but “${node.name}” is none.`
  return [{ message, from: node.from, to: node.to }]
}

function isVariableFunction(name: string): boolean {
  return /^(?:variables|vars|var):/.test(name)
}

const containers: ReadonlySet<string> = new Set([
  'variableContainer',
  'execution',
  'task',
  'planItemInstance',
  'caseInstance',
])

/** The variable's name without quotes is its name; a container before it, as Flowable writes it inside, is left out. */
function variableArguments(node: FunctionNode, fewest: number): Node[] {
  const [first, ...others] = node.args
  if (first?.kind !== 'name') return [...node.args]
  if (containers.has(first.name) && others.length >= Math.max(fewest, 1)) return others
  const { name, height, from, to } = first
  return [{ kind: 'literal', value: name, height, from, to }, ...others]
}

function failUnknown(node: FunctionNode): Evaluate {
  return (environment) => {
    environment.at = node
    throw new Fault(
      `Expected a function that is known, but '${node.name}' is not one of ${Object.keys(functions).join(', ')}.`,
    )
  }
}

function presentCount(fewest: number, most: number): string {
  if (fewest === most) return fewest === 1 ? '1 argument' : `${fewest} arguments`
  return Number.isFinite(most) ? `${fewest} to ${most} arguments` : `${fewest} or more arguments`
}
