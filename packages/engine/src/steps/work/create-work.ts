import { type FlowElement, type Implementation, isEvent } from '@millrace/bpmn'
import { getElement } from '../../definition.ts'
import { noNotes } from '../../state/data/job-data.ts'
import type { ElementInstance, JobOfKind } from '../../state/rows.ts'
import { fail, getDefinition, type Step } from '../../step.ts'
import { nameElementOf } from '../expressions/name-place.ts'
import { createJob } from '../jobs/jobs.ts'
import { asyncOf } from '../life/async-of.ts'
import { adapterService } from './adapter.ts'
import { camundaHttp, camundaMail } from './connectors.ts'
import { flowableHttp, flowableMail } from './flowable-services.ts'
import type { Service, WorkSource } from './service.ts'

const builtIns: Readonly<Record<string, Service>> = { http: flowableHttp, mail: flowableMail }
const connectors: Readonly<Record<string, Service>> = { 'http-connector': camundaHttp, 'mail-send': camundaMail }

/**
 * Creates a job for a built-in service or connector. The engine only determines the request: a worker processes the job
 * outside of any transaction, and answers by `completeWork` or `failWork`.
 */
export function createWork(step: Step, source: WorkSource, instance: ElementInstance): void {
  const service =
    source.kind === 'adapter' ? adapterService : (findNamed(source) ?? failUnknown(step, source, instance))
  const element = getElement(getDefinition(step, instance.instanceId), instance.elementId)
  const request = service.readRequest(step, source, instance)
  const settings = service.readSettings?.(step, source, instance) ?? {}
  const data = { request, settings, definition: findDefinitionIndex(element, source), ...noNotes }
  createJob(step, instance, { kind: 'work', async: asyncOf(element, instance.loop), data })
}

/** Returns the service of a job of kind `work`. */
export function findServiceOf(
  element: FlowElement,
  { data }: JobOfKind<'work'>,
): { service: Service; source: WorkSource } | null {
  const source = findSource(element, data.definition)
  if (source?.kind !== 'adapter' && source?.kind !== 'builtIn' && source?.kind !== 'connector') return null
  const service = source.kind === 'adapter' ? adapterService : findNamed(source)
  return service === null ? null : { service, source }
}

type NamedSource = Exclude<WorkSource, { kind: 'adapter' }>

function findNamed(source: NamedSource): Service | null {
  return (source.kind === 'builtIn' ? builtIns[source.name.toLowerCase()] : connectors[source.id]) ?? null
}

/** Returns the index of the message in a throwing event; null for a task. */
function findDefinitionIndex(element: FlowElement, source: WorkSource): number | null {
  if (!isEvent(element)) return null
  return element.definitions.findIndex((one) => one.kind === 'message' && one.implementation === source)
}

function findSource(element: FlowElement, index: number | null): Implementation | null {
  if (!isEvent(element)) return 'implementation' in element ? element.implementation : null
  const definition = element.definitions[index ?? 0]
  return definition?.kind === 'message' ? definition.implementation : null
}

function failUnknown(step: Step, source: NamedSource, instance: ElementInstance): never {
  const [kind, name, known] =
    source.kind === 'connector'
      ? ['connector', source.id, Object.keys(connectors)]
      : ['built-in service', source.name, Object.keys(builtIns)]
  return fail(
    'engine.not-supported',
    `Expected the ${kind} of ${nameElementOf(step, instance.instanceId, instance.elementId)} to be one of ${known.join(', ')}, but it is “${name}”, which is not known here. Use an external task instead.`,
    { element: instance, detail: { service: name } },
  )
}
