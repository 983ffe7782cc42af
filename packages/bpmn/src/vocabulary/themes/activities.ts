import { activities, subProcesses } from '../elements.ts'
import { attribute, child, define } from '../property.ts'

export const activity = define(activities, {
  isForCompensation: attribute('boolean'),
  startQuantity: attribute('integer'),
  completionQuantity: attribute('integer'),
  multiInstanceLoopCharacteristics: child('element'),
  standardLoopCharacteristics: child('element'),
})

export const task = define(['userTask', 'serviceTask', 'businessRuleTask', 'sendTask', 'receiveTask'], {
  implementation: attribute('text'),
})

export const webService = define(['serviceTask', 'sendTask', 'receiveTask'], { operationRef: attribute('reference') })

export const subProcess = define(subProcesses, { triggeredByEvent: attribute('boolean') })

export const transaction = define(['transaction'], { method: attribute('text') })

/**
 * Properties of ad-hoc sub-processes: BPMN 2.0, 10.3.5, table 10.23. By default they are parallel and cancel remaining
 * instances.
 */
export const adHoc = define(['adHocSubProcess'], {
  cancelRemainingInstances: attribute('boolean', { byDefault: true }),
  ordering: attribute('choice', { options: ['Parallel', 'Sequential'] }),
  completionCondition: child('formal'),
})
