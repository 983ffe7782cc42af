import type { ProcessModel } from '../model.ts'
import type { Finding } from '../problems.ts'
import { indexModel } from '../query.ts'
import { checkAdHoc } from './ad-hoc.ts'
import { checkBoundaryEvents } from './boundary-events.ts'
import { checkCallActivities } from './call-activities.ts'
import { checkCancelEvents } from './cancel-events.ts'
import { checkCaughtTwice } from './caught-twice.ts'
import type { Check } from './check.ts'
import { checkCompensation } from './compensation.ts'
import { checkDefaultFlows } from './default-flows.ts'
import { checkEscalations } from './escalations.ts'
import { checkEventGateways } from './event-gateways.ts'
import { checkEventPositions } from './event-positions.ts'
import { checkExclusiveGateways } from './exclusive-gateways.ts'
import { checkIgnoredConditions } from './ignored-conditions.ts'
import { checkImplementations } from './implementations.ts'
import { checkIoMappings } from './io-mappings.ts'
import { checkJava } from './java.ts'
import { checkLanes } from './lanes.ts'
import { checkLinks } from './links.ts'
import { checkLoops } from './loops.ts'
import { checkParallelMultiple } from './parallel-multiple.ts'
import { checkReachability } from './reachability.ts'
import { checkSequenceFlows } from './sequence-flows.ts'
import { checkStartEvents } from './start-events.ts'
import { checkSubProcesses } from './sub-processes.ts'
import { checkThrownCodes } from './thrown-codes.ts'

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
  checkCallActivities,
  checkImplementations,
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
