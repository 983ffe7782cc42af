import type { XmlElement } from '@millrace/xml'
import type { Binding, CallActivity, Delegate, ExpressionText, VariableMapping } from '../../model.ts'
import { flagOf, textOf } from '../../vocabulary/read.ts'
import { callActivity } from '../../vocabulary/themes/calls.ts'
import { passing } from '../../vocabulary/themes/mapping.ts'
import { caseBinding, processBinding, readBinding } from '../activities/binding.ts'
import { readVariableMappings } from '../activities/variable-mapping.ts'
import type { ReadContext } from '../context.ts'
import { expressionOf, expressionText, filledExpression } from '../expression-text.ts'
import { readActivityBase } from './base.ts'
import type { Place } from './reader.ts'

export function readCallActivity(context: ReadContext, element: XmlElement, place: Place): CallActivity {
  const called = readCalled(context, element)
  const caseRef = expressionOf(context, element, callActivity.caseRef)
  const isCase = called === null && caseRef !== null
  return {
    type: 'callActivity',
    ...readActivityBase(context, element, place),
    calledElement: called ?? caseRef,
    isCase,
    binding: readCallBinding(context, element, isCase),
    tenantId: expressionOf(context, element, isCase ? callActivity.caseTenantId : callActivity.calledElementTenantId),
    businessKey: expressionOf(context, element, callActivity.businessKey),
    inheritsBusinessKey: flagOf(element, callActivity.inheritBusinessKey),
    inheritsVariables: flagOf(element, callActivity.inheritVariables),
    in: readVariableMappings(context, element, passing.in),
    out: readOut(context, element),
    mappingDelegate: readMappingDelegate(context, element),
    instanceIdVariable: expressionOf(context, element, callActivity.instanceIdVariable),
    instanceName: expressionOf(context, element, callActivity.instanceName),
  }
}

function readCalled(context: ReadContext, element: XmlElement): ExpressionText | null {
  const written = textOf(element, callActivity.calledElement) ?? textOf(element, callActivity.calledElementExtension)
  return filledExpression(context, written)
}

/** Flowable may name a definition by its id instead of its key. */
function readCallBinding(context: ReadContext, element: XmlElement, isCase: boolean): Binding {
  if (textOf(element, callActivity.calledElementType) === 'id') return { kind: 'id' }
  return readBinding(context, element, isCase ? caseBinding : processBinding)
}

function readOut(context: ReadContext, element: XmlElement): VariableMapping[] {
  const mappings = readVariableMappings(context, element, passing.out)
  if (!flagOf(element, callActivity.useLocalScopeForOutParameters)) return mappings
  return mappings.map((mapping) => (mapping.kind === 'businessKey' ? mapping : { ...mapping, local: true }))
}

function readMappingDelegate(context: ReadContext, element: XmlElement): Delegate | null {
  const name = textOf(element, callActivity.variableMappingClass)
  const expression = textOf(element, callActivity.variableMappingDelegateExpression)
  if (name !== null && name !== '') return { kind: 'class', name, fields: [] }
  if (expression === null || expression === '') return null
  return { kind: 'delegateExpression', expression: expressionText(context.dialect, expression), fields: [] }
}
