import { catchEvents, events } from '../elements.ts'
import { attribute, child, define, extension, extensionElement } from '../property.ts'

export const catchEvent = define(catchEvents, { parallelMultiple: attribute('boolean') })

export const event = define(events, {
  eventDefinitionRef: child('elements'),
  /** Flowable's event registry. */
  eventType: extensionElement('element'),
  variableListenerEventDefinition: extensionElement('elements'),
})

export const startEvent = define(['startEvent'], {
  isInterrupting: attribute('boolean', { byDefault: true }),
  initiator: extension('text'),
})

export const boundaryEvent = define(['boundaryEvent'], {
  cancelActivity: attribute('boolean', { byDefault: true }),
  attachedToRef: attribute('reference'),
})
