import type { XmlElement } from '@millrace/xml'
import type { DecisionCall, ExpressionText, Field } from '../../model.ts'
import { textOf } from '../../vocabulary/read.ts'
import * as calls from '../../vocabulary/themes/calls.ts'
import * as mapping from '../../vocabulary/themes/mapping.ts'
import { resultMappers } from '../../vocabulary/words.ts'
import type { ReadContext } from '../context.ts'
import { expressionOf } from '../expression-text.ts'
import { decisionBinding, readBinding } from './binding.ts'

/** Returns a `decisionRef` with its binding and the mapping of its result. Null when the task names no decision. */
export function findDecisionRef(context: ReadContext, element: XmlElement): DecisionCall | null {
  const ref = expressionOf(context, element, calls.decision.decisionRef)
  if (ref === null) return null
  return {
    ref,
    binding: readBinding(context, element, decisionBinding),
    mapResult: readMapper(context, element),
    resultVariable: textOf(element, mapping.result.resultVariable),
    tenantId: expressionOf(context, element, calls.decision.decisionRefTenantId),
    throwsWithoutResult: false,
  }
}

function readMapper(context: ReadContext, element: XmlElement): DecisionCall['mapResult'] {
  const name = textOf(element, calls.decision.mapDecisionResult)
  const mapper = resultMappers.find((one) => one === name)
  if (mapper !== undefined || name === null) return mapper ?? 'resultList'
  context.report(
    element,
    'bpmn.value-invalid',
    `Expected mapDecisionResult to be one of ${resultMappers.join(', ')}, but found “${name}”. Choose one of them.`,
  )
  return 'resultList'
}

/** Finds the decision of Flowable's service task of type `dmn`, which names it in a field. */
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
