import type { XmlElement } from '@millrace/xml'
import type { ComplexGateway, EventBasedGateway, Gateway } from '../../model.ts'
import { flagOf, textOf } from '../../vocabulary/read.ts'
import * as flows from '../../vocabulary/themes/flows.ts'
import type { ReadContext } from '../context.ts'
import { formalOf } from '../expression-text.ts'
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
    instantiate: flagOf(element, flows.instantiation.instantiate),
    isParallel: textOf(element, flows.eventGateway.eventGatewayType)?.toLowerCase() === 'parallel',
  }
}

export function readComplexGateway(context: ReadContext, element: XmlElement, place: Place): ComplexGateway {
  return {
    type: 'complexGateway',
    ...readBase(context, element, place),
    defaultFlowId: readDefaultFlow(element),
    activationCondition: formalOf(context, element, flows.complexGateway.activationCondition),
  }
}
