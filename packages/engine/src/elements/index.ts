import type { Behaviors } from '../behavior.ts'
import { loops } from '../steps/loops/index.ts'
import { adHocSubProcess } from './ad-hoc-sub-process.ts'
import { boundaryEvent } from './boundary-event.ts'
import { callActivity } from './call-activity.ts'
import { complexGateway } from './complex-gateway.ts'
import { endEvent } from './end-event.ts'
import { eventBasedGateway } from './event-based-gateway.ts'
import { exclusiveGateway } from './exclusive-gateway.ts'
import { inclusiveGateway } from './inclusive-gateway.ts'
import { intermediateCatchEvent } from './intermediate-catch-event.ts'
import { intermediateThrowEvent } from './intermediate-throw-event.ts'
import { parallelGateway } from './parallel-gateway.ts'
import { plainTask } from './plain-task.ts'
import { receiveTask } from './receive-task.ts'
import { scriptTask } from './script-task.ts'
import { sendableTask, serviceTask } from './service-task.ts'
import { startEvent } from './start-event.ts'
import { subProcess } from './sub-process.ts'
import { userTask } from './user-task.ts'

const elements = {
  // events
  startEvent,
  intermediateCatchEvent,
  intermediateThrowEvent,
  boundaryEvent,
  endEvent,
  // tasks
  userTask,
  serviceTask: sendableTask,
  sendTask: sendableTask,
  businessRuleTask: serviceTask,
  scriptTask,
  receiveTask,
  manualTask: plainTask,
  task: plainTask,
  callActivity,
  // sub-processes
  subProcess,
  transaction: subProcess,
  adHocSubProcess,
  // gateways
  exclusiveGateway,
  parallelGateway,
  inclusiveGateway,
  eventBasedGateway,
  complexGateway,
} satisfies Behaviors['elements']

export const behaviors: Behaviors = { elements, loops, skipped: plainTask }

/** Every kind of element that runs. */
export const elementTypes = Object.keys(elements) as (keyof typeof elements)[]
