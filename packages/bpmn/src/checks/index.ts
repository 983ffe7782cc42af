import type { ProcessModel } from '../model.ts'
import type { Finding } from '../problems.ts'
import { indexModel } from '../query.ts'
import { checkAdHoc } from './activities/ad-hoc.ts'
import { checkAdapterCalls } from './activities/adapter-calls.ts'
import { checkAssignees } from './activities/assignees.ts'
import { checkCallActivities } from './activities/call-activities.ts'
import { checkImplementations } from './activities/implementations.ts'
import { checkIoMappings } from './activities/io-mappings.ts'
import { checkJava } from './activities/java.ts'
import { checkLoops } from './activities/loops.ts'
import { checkPeople } from './activities/people.ts'
import { checkSubProcesses } from './activities/sub-processes.ts'
import type { Check } from './check.ts'
import { checkBoundaryEvents } from './events/boundary-events.ts'
import { checkCancelEvents } from './events/cancel-events.ts'
import { checkCaughtTwice } from './events/caught-twice.ts'
import { checkCompensation } from './events/compensation.ts'
import { checkEscalations } from './events/escalations.ts'
import { checkEventPositions } from './events/event-positions.ts'
import { checkLinks } from './events/links.ts'
import { checkParallelMultiple } from './events/parallel-multiple.ts'
import { checkStartEvents } from './events/start-events.ts'
import { checkThrownCodes } from './events/thrown-codes.ts'
import { checkDefaultFlows } from './flows/default-flows.ts'
import { checkEventGateways } from './flows/event-gateways.ts'
import { checkExclusiveGateways } from './flows/exclusive-gateways.ts'
import { checkIgnoredConditions } from './flows/ignored-conditions.ts'
import { checkReachability } from './flows/reachability.ts'
import { checkSequenceFlows } from './flows/sequence-flows.ts'
import { checkLanes } from './lanes.ts'

/** Every rule a model must hold before it is deployed. Rules about the file itself are in `schema/`. */
const checks: readonly Check[] = [
  checkSequenceFlows,
  checkDefaultFlows,
  checkExclusiveGateways,
  checkIgnoredConditions,
  checkEventGateways,
  checkStartEvents,
  checkSubProcesses,
  checkAdHoc,
  checkEventPositions,
  checkParallelMultiple,
  checkBoundaryEvents,
  checkCaughtTwice,
  checkEscalations,
  checkThrownCodes,
  checkCancelEvents,
  checkCompensation,
  checkLinks,
  checkLoops,
  checkAssignees,
  checkPeople,
  checkCallActivities,
  checkImplementations,
  checkAdapterCalls,
  checkIoMappings,
  checkJava,
  checkReachability,
  checkLanes,
]

/** Applies every check to a model and lists all that they find. */
export function* checkModel(model: ProcessModel): Iterable<Finding> {
  const index = indexModel(model)
  for (const check of checks) yield* check(index)
}
