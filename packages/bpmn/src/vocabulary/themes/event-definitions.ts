import { attribute, child, define, extension, part } from '../property.ts'
import { variableChanges, variableChangeTypes } from '../words.ts'

/** The message of an event or task, as an attribute or as an element. */
export const messageDefinition = define(['messageEventDefinition', 'sendTask', 'receiveTask'], {
  messageRef: attribute('reference'),
  messageRefElement: child('element', { name: 'messageRef' }),
  messageExpression: extension('expression'),
})

export const message = define(['message'], { itemRef: attribute('reference') })

export const signalDefinition = define(['signalEventDefinition'], {
  signalRef: attribute('reference'),
  signalRefElement: child('element', { name: 'signalRef' }),
  signalExpression: extension('expression'),
  async: extension('boolean'),
})

export const signal = define(['signal'], { scope: part('choice', { options: ['global', 'processInstance'] }) })

export const errorDefinition = define(['errorEventDefinition'], {
  errorRef: attribute('reference'),
  errorRefElement: child('element', { name: 'errorRef' }),
  errorCodeVariable: extension('text'),
  /** Flowable's name for it, which Camunda has used, too. */
  errorVariableName: extension('text'),
  errorMessageVariable: extension('text'),
})

export const error = define(['error'], { errorCode: attribute('expression'), errorMessage: part('expression') })

export const escalationDefinition = define(['escalationEventDefinition'], {
  escalationRef: attribute('reference'),
  escalationRefElement: child('element', { name: 'escalationRef' }),
  escalationCodeVariable: extension('text'),
})

export const escalation = define(['escalation'], { escalationCode: attribute('expression') })

export const compensateDefinition = define(['compensateEventDefinition'], {
  /** The default depends on the dialect. */
  waitForCompletion: attribute('boolean', { byDefault: true }),
  activityRef: attribute('reference'),
  activityRefElement: child('element', { name: 'activityRef' }),
})

export const conditionalDefinition = define(['conditionalEventDefinition'], {
  condition: child('element'),
  variableName: extension('text'),
  variableEvents: extension('choice', { options: variableChanges }),
})

export const terminateDefinition = define(['terminateEventDefinition'], {
  terminateAll: extension('boolean'),
  terminateMultiInstance: extension('boolean'),
})

/** The event definition of Flowable's variable listener event. */
export const variableListener = define(['variableListenerEventDefinition'], {
  variableName: part('text'),
  variableChangeType: part('choice', { options: variableChangeTypes }),
})
