import type { Scope } from '../expression.ts'
import { type Environment, Fault } from './environment.ts'

/** Names that mean an object of the engine even where a variable has the same name, as in Camunda and Flowable. */
const engineNames: ReadonlySet<string> = new Set(['execution', 'task', 'caseExecution'])

/**
 * Generates the code for a name: `execution` and similar objects, `authenticatedUserId`, a variable, another object of
 * the scope, or `variables`, the map of all variables.
 *
 * @throws Fault when the name is unknown.
 */
export function generateName(name: string): (environment: Environment) => unknown {
  const isOfEngine = engineNames.has(name)
  const isUser = name === 'authenticatedUserId'
  return ({ scope, replaced }) => {
    for (let held = replaced; held !== undefined; held = held.outer) {
      if (held.name === name) return held.value
    }
    if (isOfEngine && Object.hasOwn(scope.objects, name)) return scope.objects[name]?.()
    if (isUser) return scope.userId
    const value = scope.get(name)
    return value === undefined ? resolveOther(name, scope) : value
  }
}

function resolveOther(name: string, scope: Scope): unknown {
  if (Object.hasOwn(scope.objects, name)) return scope.objects[name]?.()
  if (name === 'variables') return new VariablesView(scope)
  if (name === 'variableContainer')
    return scope.objects.task?.() ?? scope.objects.execution?.() ?? new VariablesView(scope)
  throw new Fault(`Expected a variable or object named '${name}', but there is none (unknown property).`)
}

/** The variables seen as a map, read only. */
export class VariablesView {
  readonly #scope: Scope

  constructor(scope: Scope) {
    this.#scope = scope
  }

  /** Null when there is no such variable. */
  read(name: string): unknown {
    return this.#scope.get(name) ?? null
  }

  toMap(): Record<string, unknown> {
    return Object.fromEntries(Array.from(this.#scope.names(), (name) => [name, this.read(name)]))
  }
}
