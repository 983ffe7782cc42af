import type { XmlElement } from '@millrace/xml'
import type { ComplexGateway, EventBasedGateway } from '../../model.ts'
import { flagOf, textOf } from '../../vocabulary/read.ts'
import * as flows from '../../vocabulary/themes/flows.ts'
import type { ReadContext } from '../context.ts'
import { formalOf } from '../expression-text.ts'
import { readBase, readDefaultFlow } from './base.ts'
import type { Place } from './reader.ts'

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
