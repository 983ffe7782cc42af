import type { Node } from '../syntax/node.ts'
import type { FeelValue } from '../values/value.ts'
import { whenCompiling } from './evaluation.ts'
import { type Code, openFrame } from './frame.ts'
import type { Scope } from './scope.ts'
import { weigh } from './weigh.ts'

/**
 * Compiles a tree to a closure, and resolves its names. The compilers of all kinds of nodes are in the scope, so that
 * they need not import each other.
 */
export function compileNode(node: Node, scope: Scope): Code {
  const code = scope.compile(node, scope)
  return node.kind !== 'literal' && isConstant(node) ? constant(code(NOWHERE)) : code
}

/**
 * Compiles a node like `compileNode`, and charges each evaluation for its steps. For nodes that are evaluated many
 * times, or separately.
 */
export function compileCharged(node: Node, scope: Scope): Code {
  return charged(compileNode(node, scope), weigh(node))
}

export function charged(code: Code, units: number): Code {
  return (frame) => {
    frame.root.evaluation.meter.charge(units)
    return code(frame)
  }
}

export function constant(value: FeelValue): Code {
  return () => value
}

/** Constants are computed here: they see no names and no clock. */
const NOWHERE = openFrame([], whenCompiling, () => undefined)

/** Texts of dates and times, which cells of decision tables are full of, are parsed once. */
function isConstant(node: Node): boolean {
  switch (node.kind) {
    case 'literal':
      return true
    case 'negation':
      return isConstant(node.operand)
    case 'interval':
      return isConstant(node.start) && isConstant(node.end)
    case 'call':
      return node.callee.kind === 'name' && CONSTRUCTORS.has(node.callee.name) && node.args.every(isConstant)
    default:
      return false
  }
}

const CONSTRUCTORS = new Set(['date', 'date and time'])
