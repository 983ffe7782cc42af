import type { Scope } from '@millrace/expressions'
import { unlimited } from '@millrace/expressions/meter'
import type { NameScope, PlannedNode } from '../compile/plan-form.ts'
import { isPlainObject } from '../document/plain-object.ts'
import type { CompiledRule, ReadMask } from '../expressions/form-expressions.ts'
import { getFieldDefinition } from '../fields/registry.ts'
import type { FormContext } from '../values/form-context.ts'
import { getInstance, type Row } from './instance.ts'

/** The side of a value. `value`: as others see it, empty when hidden. `given`: as entered. */
export type Side = 'value' | 'given'

/** Evaluates a rule in a row; null when it fails, because a form stays usable for any input. */
export function evaluateRule(rule: CompiledRule, sight: Sight): unknown {
  try {
    return rule.expression.evaluate(createFormScope(rule, sight))
  } catch (error) {
    // By its name: to import the class would load the languages into forms that have no expression.
    if (error instanceof Error && error.name === 'ExpressionError') return null
    throw error
  }
}

/** Converts the result of an expression into the entry of a field or list. */
export function toPlainEntry(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(toPlainEntry)
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, toPlainEntry(inside)]))
}

interface Sight {
  readonly row: Row
  readonly context: FormContext
  readonly side: Side
}

/**
 * Creates the scope of an expression of a form: names in the form, then process variables. Expressions cannot change
 * anything.
 */
function createFormScope(rule: CompiledRule, { row, ...look }: Sight): Scope {
  const { variables, now, userId, dayZone } = look.context
  return {
    get(name) {
      const read = rule.names.get(name)
      if (read !== undefined) return presentNode(read.target, { row, mask: read.mask, look })
      return Object.hasOwn(variables, name) ? variables[name] : undefined
    },
    set: refuse,
    setLocal: refuse,
    remove: refuse,
    names: () => new Set([...rule.names.keys(), ...Object.keys(variables)]),
    objects: {},
    now,
    // Browser and server, and every reader, have the same today.
    ...(dayZone === undefined ? {} : { zone: dayZone }),
    userId,
    allowance: look.context.allowance ?? unlimited,
  }
}

type Look = Omit<Sight, 'row'>

function presentNode(node: PlannedNode, { row, mask, look }: { row: Row; mask: ReadMask; look: Look }): unknown {
  const instance = getInstance(row, node)
  const { data } = node
  if (data === null || (look.side === 'value' && !instance.state.visible)) return null
  if (data.kind === 'list') return instance.rows.map((one) => presentMembers(node.inner, { row: one, mask, look }))
  if (data.kind === 'group') return presentMembers(node.inner, { row, mask, look })
  const definition = getFieldDefinition(data.type)
  const value = instance[look.side] ?? definition.untouched ?? null
  if (value === null) return null
  const plain = definition.toPlain(value, look.context)
  return definition.isDay === true ? presentDays(plain, look.context.expressions.presentDay) : plain
}

function presentDays(plain: unknown, presentDay: (day: string) => unknown): unknown {
  if (typeof plain === 'string') return presentDay(plain)
  if (!isPlainObject(plain)) return plain
  return Object.fromEntries(Object.entries(plain).map(([name, day]) => [name, presentDays(day, presentDay)]))
}

/** Only what the expression reads is made: a sum over one column of a thousand rows does not ask for the others. */
function presentMembers({ members }: NameScope, at: { row: Row; mask: ReadMask; look: Look }): Record<string, unknown> {
  const { row, mask, look } = at
  const context: Record<string, unknown> = Object.create(null)
  for (const member of members.values()) {
    const key = member.data?.key ?? ''
    const inside = mask === 'all' ? mask : mask.get(key)
    if (inside !== undefined) context[key] = presentNode(member, { row, mask: inside, look })
  }
  return context
}

function refuse(): never {
  throw new Error('Expected an expression that only reads, but it writes a variable.')
}
