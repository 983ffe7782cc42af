import { flowNodes } from '../elements.ts'
import { define, extension, extensionElement } from '../property.ts'

const carriers = [...flowNodes, 'multiInstanceLoopCharacteristics'] as const

export const continuation = define(carriers, {
  asyncBefore: extension('boolean'),
  asyncAfter: extension('boolean', { names: { flowable: 'asyncLeave' } }),
  /** The old name of `asyncBefore` at every vendor. */
  async: extension('boolean'),
  exclusive: extension('boolean', { byDefault: true }),
  retryCycle: extension('expression', { name: 'failedJobRetryTimeCycle' }),
  retryCycleElement: extensionElement('element', { name: 'failedJobRetryTimeCycle' }),
})

export const jobs = define(['process', ...carriers], { jobPriority: extension('expression') })

/** The priority of external tasks, for a process or an element. */
export const externalTasks = define(
  ['process', 'serviceTask', 'sendTask', 'businessRuleTask', 'messageEventDefinition'],
  {
    taskPriority: extension('expression'),
  },
)
