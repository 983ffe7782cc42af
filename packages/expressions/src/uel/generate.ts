import { checkText } from '../meter.ts'
import { readProperty } from './access-property.ts'
import { add, divide, multiply, negate, remainder, subtract } from './arithmetic.ts'
import { callMethod, isMutator } from './call-method.ts'
import { chargeValue, isSmall } from './charge-value.ts'
import { toBoolean } from './coerce.ts'
import { compare, isEmpty, isEqual } from './compare.ts'
import type { Environment } from './environment.ts'
import { generateFunction } from './functions/generate-function.ts'
import { generateMutation } from './generate-mutation.ts'
import { isHostObject } from './host-object.ts'
import { DateTime } from './joda/date-time.ts'
import { findNumberType } from './number-type.ts'
import { toPlain } from './plain.ts'
import { presentText } from './present-text.ts'
import { generateName } from './resolve-name.ts'
import { JsonNode } from './spin/json-node.ts'
import type { BinaryOperator, Node } from './syntax.ts'

/** A node of the tree as a closure. Never returns undefined. */
export type Evaluate = (environment: Environment) => unknown

/** Compiles a tree to closures, so that evaluation neither parses nor looks up anything. */
export function generate(node: Node): Evaluate {
  switch (node.kind) {
    case 'literal': {
      const { value } = node
      return () => value
    }
    case 'name': {
      const resolve = generateName(node.name)
      return (environment) => {
        environment.at = node
        return resolve(environment)
      }
    }
    case 'property':
      return generateProperty(node)
    case 'call':
      return generateCall(node)
    case 'function':
      return generateFunction(node, generate)
    case 'unary':
      return generateUnary(node)
    case 'binary':
      return generateBinary(node)
    case 'choice': {
      const [test, yes, no] = [generate(node.test), generate(node.yes), generate(node.no)]
      return (environment) => {
        const value = scalar(test(environment))
        environment.at = node.test
        return toBoolean(value) ? yes(environment) : no(environment)
      }
    }
    case 'composite':
      return generateComposite(node)
  }
}

function generateProperty(node: Node & { kind: 'property' }): Evaluate {
  const [base, key] = [generate(node.base), generate(node.key)]
  return (environment) => {
    const owner = base(environment)
    if (owner === null) return null
    const name = key(environment)
    environment.at = node
    if (typeof name === 'object') chargeValue(name, environment.scope.allowance)
    return readProperty(owner, name, environment)
  }
}

function generateCall(node: Node & { kind: 'call' }): Evaluate {
  const [base, method] = [generate(node.base), generate(node.method)]
  const args = node.args.map(generate)
  const plain: Evaluate = (environment) => {
    const owner = base(environment)
    const key = method(environment)
    chargeValue(key, environment.scope.allowance)
    const name = presentText(key)
    const values = args.map((arg) => arg(environment))
    environment.at = node
    if (isHostObject(owner)) keepLongs(node.args, values, environment)
    return callMethod(owner, name, values, environment) ?? null
  }
  const name = node.method.kind === 'literal' ? node.method.value : undefined
  return typeof name === 'string' && isMutator(name, args.length) ? generateMutation(node, name, generate) : plain
}

/** What an engine object is given as a Long, such as `n + 1` for a variable, is one to it. */
function keepLongs(args: readonly Node[], values: unknown[], { scope }: Environment): void {
  for (const [index, arg] of args.entries()) {
    const value = values[index]
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) continue
    if (findNumberType(arg, (name) => scope.typeOf?.(name)) === 'Long') values[index] = BigInt(value)
  }
}

function generateUnary(node: Node & { kind: 'unary' }): Evaluate {
  const operand = generate(node.operand)
  const apply = { '-': negate, '!': (value: unknown) => !toBoolean(value), empty: isEmpty }[node.operator]
  return (environment) => {
    const value = scalar(operand(environment))
    environment.at = node
    chargeValue(value, environment.scope.allowance)
    return apply(value)
  }
}

const binaryOperations = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
  '%': remainder,
  '==': isEqual,
  '!=': (left, right) => !isEqual(left, right),
  '<': (left, right) => haveOrder(left, right) && compare(left, right) < 0,
  '>': (left, right) => haveOrder(left, right) && compare(left, right) > 0,
  '<=': (left, right) => left === right || (haveOrder(left, right) && compare(left, right) <= 0),
  '>=': (left, right) => left === right || (haveOrder(left, right) && compare(left, right) >= 0),
} satisfies Partial<Record<BinaryOperator, (left: unknown, right: unknown) => unknown>>

function generateBinary(node: Node & { kind: 'binary' }): Evaluate {
  const { operator } = node
  const [left, right] = [generate(node.left), generate(node.right)]
  if (operator === '&&' || operator === '||') {
    const decides = operator === '||'
    const test = (side: Evaluate, at: Node, environment: Environment) => {
      const value = scalar(side(environment))
      environment.at = at
      return toBoolean(value)
    }
    return (environment) => {
      return test(left, node.left, environment) === decides ? decides : test(right, node.right, environment)
    }
  }
  const operation = binaryOperations[operator]
  return (environment) => {
    const one = scalar(left(environment))
    const other = scalar(right(environment))
    environment.at = node
    if (!isSmall(one)) chargeValue(one, environment.scope.allowance)
    if (!isSmall(other)) chargeValue(other, environment.scope.allowance)
    return operation(one, other)
  }
}

function generateComposite(node: Node & { kind: 'composite' }): Evaluate {
  const parts = node.parts.map((part) => ({ part, evaluate: generate(part) }))
  return (environment) => {
    const { allowance } = environment.scope
    let text = ''
    for (const { part, evaluate } of parts) {
      const value = evaluate(environment)
      environment.at = part
      if (typeof value === 'object') chargeValue(value, allowance)
      const piece = presentPart(value, environment)
      if (!isSmall(piece)) checkText(allowance, piece.length, text.length + piece.length)
      text += piece
    }
    checkText(allowance, 0, text.length)
    return text
  }
}

/** Presents a part of a text. A date has the offset of the time zone, so that the text names the right day. */
function presentPart(value: unknown, { timeZone }: Environment): string {
  const isDate = value instanceof Date && !Number.isNaN(value.getTime())
  return isDate && timeZone !== 'UTC' ? DateTime.at(value, timeZone).toString() : presentText(value)
}

/** Operators see the value of a Spin node, and null for what a caller left undefined. */
function scalar(value: unknown): unknown {
  return value instanceof JsonNode ? toPlain(value) : value
}

function haveOrder(left: unknown, right: unknown): boolean {
  return left !== null && right !== null
}
