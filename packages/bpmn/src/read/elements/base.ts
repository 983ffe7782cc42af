import type { XmlElement } from '@millrace/xml'
import { rulesOf } from '../../dialects/index.ts'
import type { Activity, Async, FlowElement } from '../../model.ts'
import { flagOf, referenceOf, textOf } from '../../vocabulary/read.ts'
import { activity } from '../../vocabulary/themes/activities.ts'
import * as flows from '../../vocabulary/themes/flows.ts'
import { naming } from '../../vocabulary/themes/general.ts'
import { notAsync, readAsync } from '../activities/async.ts'
import { readIoMapping } from '../activities/io-mapping.ts'
import { readExecutionListeners } from '../activities/listeners.ts'
import { readLoop } from '../activities/loop.ts'
import { idOf, type ReadContext } from '../context.ts'
import { expressionOf } from '../expression-text.ts'
import { readDocumentation } from '../process/documentation.ts'
import { readProperties } from '../process/properties.ts'
import type { Place } from './reader.ts'

type BaseKey =
  | 'id'
  | 'name'
  | 'documentation'
  | 'scopeId'
  | 'incoming'
  | 'outgoing'
  | 'async'
  | 'listeners'
  | 'io'
  | 'properties'

type ActivityKey =
  | BaseKey
  | 'loop'
  | 'boundaryEventIds'
  | 'compensationHandlerId'
  | 'isForCompensation'
  | 'defaultFlowId'
  | 'skipExpression'

/** Reads the properties that all flow elements have. */
export function readBase(context: ReadContext, element: XmlElement, place: Place): Pick<FlowElement, BaseKey> {
  const id = idOf(context, element)
  return {
    id,
    name: textOf(element, naming.name),
    documentation: readDocumentation(element),
    scopeId: place.scopeId,
    incoming: place.structure.incoming.get(id) ?? [],
    outgoing: place.structure.outgoing.get(id) ?? [],
    async: readAsync(context, element),
    listeners: readExecutionListeners(context, element),
    io: readIoMapping(context, element),
    properties: readProperties(element),
  }
}

/** Reads the properties that all tasks, sub-processes and call activities have. */
export function readActivityBase(context: ReadContext, element: XmlElement, place: Place): Pick<Activity, ActivityKey> {
  const base = readBase(context, element, place)
  const loop = readLoop(context, element)
  const isRepeated = loop?.kind === 'multi-instance'
  return {
    ...base,
    async: isRepeated ? asyncOfAll(context, base.async) : base.async,
    loop: isRepeated ? { ...loop, async: asyncOfRuns(context, base.async, loop.async) } : loop,
    boundaryEventIds: place.structure.boundaryEvents.get(base.id) ?? [],
    compensationHandlerId: place.structure.compensationHandlers.get(base.id) ?? null,
    isForCompensation: flagOf(element, activity.isForCompensation),
    defaultFlowId: readDefaultFlow(element),
    skipExpression: expressionOf(context, element, flows.skipping.skipExpression),
  }
}

/** Returns the default flow of an activity or gateway. */
export function readDefaultFlow(element: XmlElement): string | null {
  return referenceOf(element, flows.choice.default)
}

/**
 * How a multi-instance activity as a whole continues. Flowable continues each run of it asynchronously instead;
 * Camunda's priority is that of the runs.
 */
function asyncOfAll(context: ReadContext, given: Async): Async {
  if (!rulesOf(context).loopsContinueByRun) return { ...given, jobPriority: null }
  return { ...notAsync, jobPriority: given.jobPriority, retryCycle: given.retryCycle }
}

function asyncOfRuns(context: ReadContext, given: Async, own: Async): Async {
  if (rulesOf(context).loopsContinueByRun) return given
  return { ...own, jobPriority: given.jobPriority, retryCycle: own.retryCycle ?? given.retryCycle }
}
