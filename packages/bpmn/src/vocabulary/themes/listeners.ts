import { flowNodes } from '../elements.ts'
import { child, define, extensionElement, part } from '../property.ts'
import { executionEvents, taskEvents } from '../words.ts'

export const executionListeners = define(['process', 'sequenceFlow', ...flowNodes], {
  executionListener: extensionElement('elements'),
})

export const taskListeners = define(['userTask'], { taskListener: extensionElement('elements') })

export const executionListener = define(['executionListener'], {
  event: part('choice', { options: executionEvents }),
})

export const taskListener = define(['taskListener'], {
  id: part('text'),
  event: part('choice', { options: taskEvents }),
  timerEventDefinition: child('element'),
})

/** The implementation of a listener, including its script, and fields for a class. */
export const delegate = define(['executionListener', 'taskListener'], {
  class: part('text'),
  expression: part('expression'),
  delegateExpression: part('expression'),
})
