import { booleanExtension, extension } from '../../dialects/extensions.ts'
import type { Binding, CallActivity, Delegate, VariableMapping } from '../../model.ts'
import { attribute, type XmlElement } from '../../xml/element.ts'
import { readBinding } from '../binding.ts'
import type { ReadContext } from '../context.ts'
import { expressionText, filledExpression } from '../expression-text.ts'
import { readVariableMappings } from '../variable-mapping.ts'
import { readActivityBase } from './base.ts'
import type { Place } from './reader.ts'

export function readCallActivity(context: ReadContext, element: XmlElement, place: Place): CallActivity {
  const called = filledExpression(context, attribute(element, 'calledElement') ?? extension(element, 'calledElement'))
  const caseRef = filledExpression(context, extension(element, 'caseRef'))
  const isCase = called === null && caseRef !== null
  return {
    type: 'callActivity',
    ...readActivityBase(context, element, place),
    calledElement: called ?? caseRef,
    isCase,
    binding: readCallBinding(context, element, isCase),
    tenantId: filledExpression(context, extension(element, isCase ? 'caseTenantId' : 'calledElementTenantId')),
    businessKey: filledExpression(context, extension(element, 'businessKey')),
    inheritsBusinessKey: booleanExtension(element, 'inheritBusinessKey', false),
    inheritsVariables: booleanExtension(element, 'inheritVariables', false),
    in: readVariableMappings(context, element, 'in'),
    out: readOut(context, element),
    mappingDelegate: readMappingDelegate(context, element),
    instanceIdVariable: extension(element, 'instanceIdVariable'),
    instanceName: filledExpression(context, extension(element, 'instanceName')),
  }
}

/** Flowable may name a definition by its id instead of its key. */
function readCallBinding(context: ReadContext, element: XmlElement, isCase: boolean): Binding {
  if (extension(element, 'calledElementType') === 'id') return { kind: 'id' }
  return readBinding(context, element, isCase ? 'case' : 'calledElement')
}

function readOut(context: ReadContext, element: XmlElement): VariableMapping[] {
  const mappings = readVariableMappings(context, element, 'out')
  if (!booleanExtension(element, 'useLocalScopeForOutParameters', false)) return mappings
  return mappings.map((mapping) => (mapping.kind === 'businessKey' ? mapping : { ...mapping, local: true }))
}

function readMappingDelegate(context: ReadContext, element: XmlElement): Delegate | null {
  const name = extension(element, 'variableMappingClass')
  const expression = extension(element, 'variableMappingDelegateExpression')
  if (name !== null && name !== '') return { kind: 'class', name, fields: [] }
  if (expression === null || expression === '') return null
  return { kind: 'delegateExpression', expression: expressionText(context.dialect, expression), fields: [] }
}
