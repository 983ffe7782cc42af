import { activities, choosingGateways, formalExpressions, gateways } from '../elements.ts'
import { attribute, child, define, extension, part } from '../property.ts'

export const sequenceFlow = define(['sequenceFlow'], {
  isImmediate: attribute('boolean'),
  conditionExpression: child('element'),
})

export const ends = define(['sequenceFlow', 'association'], {
  sourceRef: attribute('reference'),
  targetRef: attribute('reference'),
})

export const association = define(['association'], {
  associationDirection: attribute('choice', { options: ['None', 'One', 'Both'] }),
})

/** The default flow of an activity or gateway. */
export const choice = define([...activities, ...choosingGateways], { default: attribute('reference') })

export const skipping = define([...activities, 'sequenceFlow'], { skipExpression: extension('expression') })

export const formal = define(formalExpressions, {
  language: attribute('text'),
  evaluatesToTypeRef: attribute('text'),
})

export const condition = define(['conditionExpression', 'condition'], { resource: part('text') })

export const gateway = define(gateways, {
  gatewayDirection: attribute('choice', { options: ['Unspecified', 'Converging', 'Diverging', 'Mixed'] }),
})

export const complexGateway = define(['complexGateway'], { activationCondition: child('formal') })

export const eventGateway = define(['eventBasedGateway'], {
  eventGatewayType: attribute('choice', { options: ['Exclusive', 'Parallel'] }),
})

/** The attribute of elements that create an instance when a message or event arrives. */
export const instantiation = define(['eventBasedGateway', 'receiveTask'], { instantiate: attribute('boolean') })
