import type { ElementInstance, ProcessInstance } from '../../state/rows.ts'
import { nullValue, type TypedValue } from '../../state/value.ts'
import { getDefinition, type Step } from '../../step.ts'
import { setLocalVariable } from './variables.ts'

/**
 * Creates the variables of data objects, properties and data stores in the scope that declares them, unless they were
 * given at the start. Without a value they exist from the beginning in Flowable, otherwise from the first time they are
 * written.
 */
export function createDataObjects(step: Step, scope: ElementInstance | ProcessInstance, modelScopeId: string): void {
  const isElement = 'elementId' in scope
  const instanceId = isElement ? scope.instanceId : scope.id
  const place = { scopeId: scope.id, instanceId, elementInstanceId: isElement ? scope.id : null }
  const definition = getDefinition(step, instanceId)
  for (const { name, scopeId, type, value } of definition.model.dataObjects) {
    if (scopeId !== modelScopeId || step.state.variables.ownedBy(scope.id).some((variable) => variable.name === name))
      continue
    if (value !== null) setLocalVariable(step, place, scope.id, name, parseValue(type ?? 'String', value))
    else if (definition.semantics.dataObjectsBeginAsNull) setLocalVariable(step, place, scope.id, name, nullValue)
  }
}

function parseValue(type: string, text: string): TypedValue {
  if (type === 'Boolean') return { type, value: text.trim().toLowerCase() === 'true', info: null }
  if (type === 'Integer' || type === 'Long' || type === 'Short' || type === 'Double')
    return { type, value: Number(text), info: null }
  if (type === 'Date') {
    const date = new Date(text.trim())
    return Number.isNaN(date.getTime()) ? nullValue : { type, value: date.toISOString(), info: null }
  }
  return { type, value: text, info: null }
}
