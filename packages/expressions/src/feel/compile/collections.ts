import type { NodeOf } from '../syntax/node.ts'
import { createContext, type FeelValue } from '../values/value.ts'
import { compileNode } from './compile-node.ts'
import { type Code, nestFrame } from './frame.ts'
import { nestScope, type Scope } from './scope.ts'

export function compileList({ items }: NodeOf<'list'>, scope: Scope): Code {
  const codes = items.map((item) => compileNode(item, scope))
  return (frame) => codes.map((code) => code(frame))
}

/**
 * Compiles a context. Each entry sees the previous entries, and a function also sees itself. Duplicate names make the
 * context null (DMN 1.5, 10.3.2.6).
 */
export function compileContext({ entries }: NodeOf<'context'>, scope: Scope): Code {
  const names = entries.map((entry) => entry.name)
  if (new Set(names).size !== names.length) return () => null
  const codes = entries.map(({ value }, index) => {
    const visible = names.slice(0, value.kind === 'function' ? index + 1 : index)
    return compileNode(value, nestScope(scope, visible))
  })
  return (frame) => {
    const values: FeelValue[] = []
    const inner = nestFrame(frame, values)
    for (const code of codes) values.push(code(inner))
    return createContext(names.map((name, index) => [name, values[index] ?? null]))
  }
}
