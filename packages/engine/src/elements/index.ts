import type { Behaviors } from '../behavior.ts'
import { loops } from '../steps/loops/index.ts'
import { adHocSubProcess } from './activities/ad-hoc-sub-process.ts'
import { callActivity } from './activities/call-activity.ts'
import { plainTask } from './activities/plain-task.ts'
import { receiveTask } from './activities/receive-task.ts'
import { scriptTask } from './activities/script-task.ts'
import { sendableTask, serviceTask } from './activities/service-task.ts'
import { subProcess } from './activities/sub-process.ts'
import { userTask } from './activities/user-task.ts'
import { boundaryEvent } from './events/boundary-event.ts'
import { endEvent } from './events/end-event.ts'
import { intermediateCatchEvent } from './events/intermediate-catch-event.ts'
import { intermediateThrowEvent } from './events/intermediate-throw-event.ts'
import { startEvent } from './events/start-event.ts'
import { complexGateway } from './gateways/complex-gateway.ts'
import { eventBasedGateway } from './gateways/event-based-gateway.ts'
import { exclusiveGateway } from './gateways/exclusive-gateway.ts'
import { inclusiveGateway } from './gateways/inclusive-gateway.ts'
import { parallelGateway } from './gateways/parallel-gateway.ts'

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

/** All kinds of elements that can run. */
export const elementTypes = Object.keys(elements) as (keyof typeof elements)[]
