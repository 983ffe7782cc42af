import type { HostObject, Scope } from '../expression.ts'
import { createAllowance } from '../meter.ts'

/** A Scope over one record of variables, for tests. What the expression sets is seen in `variables`. */
export interface TestScope extends Scope {
  readonly variables: Record<string, unknown>
}

export const testNow = new Date('2024-01-31T10:20:30.400Z')

export function createTestScope(
  variables: Record<string, unknown> = {},
  objects: Record<string, HostObject> = {},
): TestScope {
  const get = (name: string) => (Object.hasOwn(variables, name) ? variables[name] : undefined)
  const set = (name: string, value: unknown) => {
    Object.defineProperty(variables, name, { value, writable: true, configurable: true, enumerable: true })
  }
  const remove = (name: string) => {
    delete variables[name]
  }
  return {
    variables,
    get,
    set,
    setLocal: set,
    remove,
    names: () => Object.keys(variables),
    objects: Object.fromEntries(Object.entries(objects).map(([name, object]) => [name, () => object])),
    now: testNow,
    userId: 'demo',
    allowance: createAllowance(10_000_000),
  }
}

/** Returns an `execution` object over the variables of a scope for tests. */
export function createTestExecution(variables: Record<string, unknown>): HostObject {
  return {
    properties: { id: () => 'execution-1', processBusinessKey: () => 'order-7' },
    methods: {
      getVariable: (name) => variables[String(name)] ?? null,
      setVariable: (name, value) => {
        variables[String(name)] = value
      },
      hasVariable: (name) => Object.hasOwn(variables, String(name)),
      getProcessInstanceId: () => 'instance-1',
      isActive: () => true,
    },
  }
}
