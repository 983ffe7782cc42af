import { extension } from '../dialects/extensions.ts'
import type { DecisionCall, ExpressionText, Field } from '../model.ts'
import type { XmlElement } from '../xml/element.ts'
import { readBinding } from './binding.ts'
import type { ReadContext } from './context.ts'
import { filledExpression } from './expression-text.ts'

const mappers = ['singleEntry', 'singleResult', 'collectEntries', 'resultList'] as const

/** A `decisionRef` with its binding and the way its result is mapped. Null when the task names no decision. */
export function findDecisionRef(context: ReadContext, element: XmlElement): DecisionCall | null {
  const ref = filledExpression(context, extension(element, 'decisionRef'))
  if (ref === null) return null
  return {
    ref,
    binding: readBinding(context, element, 'decisionRef'),
    mapResult: readMapper(context, element),
    resultVariable: extension(element, 'resultVariable'),
    tenantId: filledExpression(context, extension(element, 'decisionRefTenantId')),
    throwsWithoutResult: false,
  }
}

function readMapper(context: ReadContext, element: XmlElement): DecisionCall['mapResult'] {
  const name = extension(element, 'mapDecisionResult')
  const mapper = mappers.find((one) => one === name)
  if (mapper !== undefined || name === null) return mapper ?? 'resultList'
  context.report(
    element,
    'bpmn.value-invalid',
    `Expected mapDecisionResult to be one of ${mappers.join(', ')}, but found “${name}”. Choose one of them.`,
  )
  return 'resultList'
}

/** Flowable's service task of type `dmn`, which names its decision in a field. */
export function findDecisionField(fields: readonly Field[]): DecisionCall | null {
  const ref = fieldValue(fields, 'decisionTableReferenceKey') ?? fieldValue(fields, 'decisionServiceReferenceKey')
  if (ref === null) return null
  return {
    ref,
    binding: { kind: fieldValue(fields, 'sameDeployment')?.text === 'true' ? 'deployment' : 'latest' },
    mapResult: 'resultList',
    resultVariable: null,
    tenantId: null,
    throwsWithoutResult: fieldValue(fields, 'decisionTaskThrowErrorOnNoHits')?.text === 'true',
  }
}

function fieldValue(fields: readonly Field[], name: string): ExpressionText | null {
  const value = fields.find((field) => field.name === name)?.value ?? null
  return value === null || value.text.trim() === '' ? null : value
}
