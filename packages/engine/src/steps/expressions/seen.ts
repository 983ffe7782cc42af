import type { Expression } from '@millrace/expressions'
import type { Step } from '../../step.ts'
import { findVariable, plainValue } from '../variables/variables.ts'
import { globalsName } from './globals.ts'

/** Lists the variables that an expression reads, with their values as text, for an incident. */
export function listSeen(step: Step, scopeId: string, expression: Expression | null): Record<string, string> {
  const values: Record<string, string> = {}
  for (const name of expression?.variables ?? []) {
    const variable = findVariable(step, scopeId, name)
    // Which of the global properties it has read is in its text: what they hold is for nobody who looks at incidents.
    if (variable === undefined && name === globalsName && step.sources.globals !== undefined) continue
    values[name] = variable === undefined ? 'not set' : describe(plainValue(step, variable))
  }
  return values
}

/** Describes a value as text, shortened when it is long. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return `the text “${shorten(value)}”`
  if (value === null || value === undefined) return 'nothing'
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'object')
    return `the value ${shorten(JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? String(item) : item)))}`
  return String(value)
}

export function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
