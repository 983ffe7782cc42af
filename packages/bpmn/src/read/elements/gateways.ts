import type { ComplexGateway, EventBasedGateway, Gateway } from '../../model.ts'
import { attribute, booleanAttribute, findChild, type XmlElement } from '../../xml/element.ts'
import type { ReadContext } from '../context.ts'
import { formalExpression } from '../expression-text.ts'
import { readBase, readDefaultFlow } from './base.ts'
import type { ElementReader, Place } from './reader.ts'

/** A reader for the three gateways that differ in name only. */
export function readGateway(type: Gateway['type']): ElementReader {
  return (context, element, place) => ({
    type,
    ...readBase(context, element, place),
    defaultFlowId: type === 'parallelGateway' ? null : readDefaultFlow(element),
  })
}

export function readEventBasedGateway(context: ReadContext, element: XmlElement, place: Place): EventBasedGateway {
  return {
    type: 'eventBasedGateway',
    ...readBase(context, element, place),
    instantiate: booleanAttribute(element, 'instantiate', false),
    isParallel: attribute(element, 'eventGatewayType')?.toLowerCase() === 'parallel',
  }
}

export function readComplexGateway(context: ReadContext, element: XmlElement, place: Place): ComplexGateway {
  const condition = findChild(element, 'activationCondition')
  return {
    type: 'complexGateway',
    ...readBase(context, element, place),
    defaultFlowId: readDefaultFlow(element),
    activationCondition:
      condition === null || condition.text.trim() === '' ? null : formalExpression(context, condition),
  }
}
