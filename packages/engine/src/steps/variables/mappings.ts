import type { VariableMapping } from '@millrace/bpmn'
import type { PlainVariable } from '../../outcome.ts'
import { fromPlain } from '../../state/value.ts'
import type { Step } from '../../step.ts'
import { evaluate, type Occasion } from '../expressions/evaluate.ts'
import { findVariable, listVisible, loadedValue } from './variables.ts'

/** The values that mappings take from where they are read. A source that is not set gives null. */
export function readMappings(step: Step, mappings: readonly VariableMapping[], from: Occasion): PlainVariable[] {
  const { scopeId } = from.place
  const values = new Map<string, PlainVariable>()
  for (const mapping of mappings) {
    if (mapping.kind === 'all') {
      const visible = mapping.local ? step.state.variables.ownedBy(scopeId) : listVisible(step, scopeId).values()
      for (const variable of visible) values.set(variable.name, { name: variable.name, value: loadedValue(variable) })
    } else if (mapping.kind === 'variable') {
      const variable = findVariable(step, scopeId, mapping.source)
      values.set(mapping.target, {
        name: mapping.target,
        value: variable === undefined ? fromPlain(null) : loadedValue(variable),
      })
    } else if (mapping.kind === 'expression') {
      values.set(mapping.target, { name: mapping.target, value: fromPlain(evaluate(step, from, mapping.source)) })
    }
  }
  return [...values.values()]
}
