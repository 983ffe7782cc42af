import type { XmlElement } from '@millrace/xml'
import { rulesOf } from '../../dialects/index.ts'
import type { DataObject, FlowElement, ProcessModel, SequenceFlow } from '../../model.ts'
import { flagOf, isBpmn, textOf } from '../../vocabulary/read.ts'
import { externalTasks, jobs } from '../../vocabulary/themes/asynchronous.ts'
import { naming, titles } from '../../vocabulary/themes/general.ts'
import * as processes from '../../vocabulary/themes/processes.ts'
import { readStarters } from '../activities/assignment.ts'
import { readExecutionListeners } from '../activities/listeners.ts'
import { readPriority } from '../activities/priority.ts'
import { idOf, type ReadContext } from '../context.ts'
import { findReader, isSubProcess } from '../elements/index.ts'
import { expressionOf } from '../expression-text.ts'
import { readDataObjects } from './data-objects.ts'
import { readDocumentation } from './documentation.ts'
import { readTimeToLive } from './history-time-to-live.ts'
import { readLanes } from './lanes.ts'
import { readProperties } from './properties.ts'
import { recordOf } from './record.ts'
import { readRestricted } from './restricted-variables.ts'
import { readSequenceFlow } from './sequence-flow.ts'
import { findStructure } from './structure.ts'

/** Reads one `process` of a file. `category` is the target namespace of the file. */
export function readProcess(context: ReadContext, process: XmlElement, category: string | null): ProcessModel {
  const { elements, flows, dataObjects } = readContents(context, process)
  return {
    id: idOf(context, process),
    name: textOf(process, naming.name),
    documentation: readDocumentation(process),
    isExecutable: flagOf(process, processes.process.isExecutable, rulesOf(context).isExecutableByDefault),
    dialect: context.dialect,
    category,
    versionTag: textOf(process, processes.process.versionTag),
    historyTimeToLive: readTimeToLive(context, process),
    restrictedVariables: readRestricted(context, process),
    startableInTasklist: flagOf(process, processes.process.isStartableInTasklist),
    ...readStarters(context, process),
    jobPriority: readPriority(context, process, jobs.jobPriority),
    taskPriority: readPriority(context, process, externalTasks.taskPriority),
    title: expressionOf(context, process, titles.title),
    listeners: readExecutionListeners(context, process),
    properties: readProperties(process),
    lanes: readLanes(context, process),
    elements: recordOf(elements.map((element) => [element.id, element])),
    flows: recordOf(flows.map((flow) => [flow.id, flow])),
    dataObjects,
  }
}

interface Contents {
  readonly elements: FlowElement[]
  readonly flows: SequenceFlow[]
  readonly dataObjects: DataObject[]
}

function readContents(context: ReadContext, process: XmlElement): Contents {
  const structure = findStructure(context, process)
  const listChildIds = (scope: XmlElement) =>
    scope.children.filter((child) => findReader(child) !== undefined).map((child) => idOf(context, child))
  const contents: Contents = { elements: [], flows: [], dataObjects: [] }
  const readScope = (scope: XmlElement) => {
    contents.dataObjects.push(...readDataObjects(context, scope))
    for (const child of scope.children) {
      const reader = findReader(child)
      if (reader !== undefined) {
        contents.elements.push(reader(context, child, { scopeId: idOf(context, scope), structure, listChildIds }))
      } else if (isBpmn(child, 'sequenceFlow')) {
        contents.flows.push(readSequenceFlow(context, child))
      }
      if (isSubProcess(child)) readScope(child)
    }
  }
  readScope(process)
  if (rulesOf(context).flowsNeedIds) reportNamelessFlows(context, contents)
  return contents
}

/** Camunda's job of an asynchronous continuation remembers the flow to take by its id. */
function reportNamelessFlows(context: ReadContext, { elements, flows }: Contents): void {
  const sourceIds = new Map(flows.map(({ id, sourceId }) => [id, sourceId]))
  const waiting = new Set(elements.filter((element) => element.async.after).map(({ id }) => id))
  for (const [element, id] of context.ids.made) {
    const sourceId = sourceIds.get(id) ?? ''
    if (!waiting.has(sourceId)) continue
    context.report(
      element,
      'bpmn.id-missing',
      `Expected each flow out of ${sourceId}, which has asyncAfter, to have an id, but one has none. Add it.`,
    )
  }
}
