import { callMethod } from './call-method.ts'
import { chargeValue } from './charge-value.ts'
import type { Environment } from './environment.ts'
import type { Evaluate } from './generate.ts'
import { isHostObject } from './host-object.ts'
import { copyDeep, isPlainObject, toPlain } from './plain.ts'
import { presentText } from './present-text.ts'
import { JsonNode } from './spin/json-node.ts'
import type { Node } from './syntax.ts'

type CallNode = Node & { kind: 'call' }

/**
 * Generates a call like `list.add(x)`, which in Java changes a process variable. Here values of the scope are never
 * changed in place: the variable at the root of the base (`order` in `order.items.add(x)`, or that of
 * `execution.getVariable('order').put('a', 1)`) is copied, the copy changed and then set. Without such a root a copy is
 * changed, and only the result of the call remains.
 */
export function generateMutation(node: CallNode, name: string, generate: (node: Node) => Evaluate): Evaluate {
  const args = node.args.map(generate)
  const call = (owner: unknown, environment: Environment) => {
    const values = args.map((arg) => arg(environment))
    environment.at = node
    return callMethod(owner, name, values, environment)
  }
  const base = generate(node.base)
  const changeCopy = (owner: unknown, environment: Environment) => {
    chargeValue(owner, environment.scope.allowance)
    if (owner instanceof JsonNode && !owner.isOwned) return call(new JsonNode(copyDeep(owner.value), true), environment)
    return call(isChangeable(owner) ? copyDeep(owner) : owner, environment)
  }
  const root = rootName(node.base)
  if (root !== undefined) return changeVariable(root, base, { call, changeCopy })
  if (isVariableRead(node.base)) return changeReadVariable(node.base, { call, changeCopy }, generate)
  return (environment) => changeCopy(base(environment), environment)
}

interface Changes {
  readonly call: (owner: unknown, environment: Environment) => unknown
  readonly changeCopy: (owner: unknown, environment: Environment) => unknown
}

function changeVariable(name: string, base: Evaluate, { call, changeCopy }: Changes): Evaluate {
  return (environment) => {
    for (let held = environment.replaced; held !== undefined; held = held.outer) {
      if (held.name === name) return call(base(environment), environment)
    }
    const value = environment.scope.get(name)
    if (!isChangeable(value)) return changeCopy(base(environment), environment)
    const outer = environment.replaced
    chargeValue(value, environment.scope.allowance)
    const copy = copyDeep(value)
    environment.replaced = { name, value: copy, outer }
    try {
      const owner = base(environment)
      const result = call(owner, environment)
      environment.scope.set(name, copy)
      return result
    } finally {
      environment.replaced = outer
    }
  }
}

/** `execution.getVariable('list').add(x)`: what was read is set again under the same name, in the same scope. */
function changeReadVariable(read: CallNode, changes: Changes, generate: (node: Node) => Evaluate): Evaluate {
  const [holder, variable] = [generate(read.base), generate(read.args[0]!)]
  const reader = presentText((read.method as Node & { kind: 'literal' }).value)
  const writer = reader.replace('get', 'set')
  return (environment) => {
    const host = holder(environment)
    const name = variable(environment)
    environment.at = read
    const value = toPlain(callMethod(host, reader, [name], environment))
    if (!isHostObject(host) || !isChangeable(value)) return changes.changeCopy(value, environment)
    chargeValue(value, environment.scope.allowance)
    const copy = copyDeep(value)
    const result = changes.call(copy, environment)
    callMethod(host, writer, [name, copy], environment)
    return result
  }
}

function rootName(node: Node): string | undefined {
  let root = node
  while (root.kind === 'property' || root.kind === 'call') root = root.base
  return root.kind === 'name' && !(node.kind === 'call' && isVariableRead(node)) ? root.name : undefined
}

function isVariableRead(node: Node): node is CallNode {
  const method = node.kind === 'call' && node.args.length === 1 && node.method.kind === 'literal' && node.method.value
  return method === 'getVariable' || method === 'getVariableLocal'
}

function isChangeable(value: unknown): boolean {
  return Array.isArray(value) || (isPlainObject(value) && !isHostObject(value))
}
