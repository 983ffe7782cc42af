import type { VariableMapping } from '@millrace/bpmn'
import type { PlainVariable } from '../../outcome.ts'
import { fromPlain, type TypedValue } from '../../state/value.ts'
import type { Step } from '../../step.ts'
import { evaluateTarget, evaluateTyped } from '../expressions/evaluate.ts'
import type { Occasion } from '../expressions/occasion.ts'
import { findVariable, listVisible, loadedValue } from './variables.ts'

/**
 * Reads the values of variable mappings in the scope of their source. A missing source gives null. Mappings whose
 * target expression returns no name are skipped.
 */
export function readMappings(step: Step, mappings: readonly VariableMapping[], from: Occasion): PlainVariable[] {
  const { scopeId } = from.place
  const values = new Map<string, PlainVariable>()
  for (const mapping of mappings) {
    if (mapping.kind === 'all') {
      const visible = mapping.local ? step.state.variables.ownedBy(scopeId) : listVisible(step, scopeId).values()
      for (const variable of visible) values.set(variable.name, { name: variable.name, value: loadedValue(variable) })
    } else if (mapping.kind !== 'businessKey') {
      const value = readSource(step, mapping, from)
      const name = evaluateTarget(step, from, mapping.target)
      if (name !== null) values.set(name, { name, value })
    }
  }
  return [...values.values()]
}

function readSource(
  step: Step,
  mapping: Extract<VariableMapping, { readonly source: unknown }>,
  from: Occasion,
): TypedValue {
  if (mapping.kind === 'expression') return evaluateTyped(step, from, mapping.source)
  const variable = findVariable(step, from.place.scopeId, mapping.source)
  return variable === undefined ? fromPlain(null) : loadedValue(variable)
}
