import type { Event, PlainVariable, ProcessInstance, StartMove } from '@millrace/engine'
import { type Started, startProcess } from '../../operations/processes/start-process.ts'
import { hidingFrom } from '../../platform/auth/restricted.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { readAtRevision } from '../../runtime/definitions/revision-memory.ts'
import { bodyOf, flagOf, textOf } from '../http/body.ts'
import { type Call, needToRead, pathOf } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { failed, type RestRefusal } from '../http/rest-refusal.ts'
import { listStarts, readInstructions } from '../modification/read-instructions.ts'
import { asId } from '../query/filters.ts'
import { presentTyped } from '../values/present-value.ts'
import { readOrRefuse, readVariables } from '../values/read-value.ts'
import { getDefinition } from './find-definition.ts'

export interface StartRequest {
  readonly businessKey: string | null
  readonly caseInstanceId?: string | null
  readonly variables: readonly PlainVariable[]
  /** The fields with which the start form was submitted. */
  readonly fields?: readonly PlainVariable[]
  /** The elements at which the instance starts, in place of its start event. */
  readonly moves?: readonly StartMove[]
  readonly skipsListeners?: boolean
  readonly skipsIoMappings?: boolean
}

/** `POST …/start`: starts an instance. */
export async function startByRequest(call: Call): Promise<unknown> {
  const body = bodyOf(call)
  const withVariables = flagOf(body, 'withVariablesInReturn') === true
  // A path with an id names it: what it is, is read by the operation.
  const id = call.path.key === undefined && !withVariables ? pathOf(call, 'id') : await findStartedId(call)
  const doing = `Cannot instantiate process definition ${id}`
  const moves = listStarts(readInstructions({ instructions: body.startInstructions }))
  const skips = {
    skipsListeners: flagOf(body, 'skipCustomListeners') === true,
    skipsIoMappings: flagOf(body, 'skipIoMappings') === true,
  }
  const variables = readOrRefuse(doing, () => readVariables(body.variables))
  if (withVariables) await needToRead(call, 'instances.read', { kind: 'process', id })
  const started = await startInstance(
    call,
    id,
    {
      businessKey: textOf(body, 'businessKey'),
      caseInstanceId: textOf(body, 'caseInstanceId'),
      variables,
      ...(moves.length > 0 && { moves, ...skips }),
    },
    doing,
  )
  const instance = presentStarted(call, started)
  return withVariables ? { ...instance, variables: presentVariables(call, started) } : instance
}

/** The latest version of a key is known as of the revision that the caller was checked by. */
async function findStartedId(call: Call): Promise<string> {
  const { key = null, id = null, tenantId = null } = call.path
  const { definitions } = call.runtime
  const { user } = call.request
  const read = async () => (await getDefinition(call, notThere)).id
  const seen = user.seesTenants?.join() ?? null
  return (await readAtRevision(definitions.rows, user, ['latest', key, id, tenantId, seen], read)) ?? read()
}

/** Starts an instance of exactly this version, unless it is suspended. */
export async function startInstance(
  call: Call,
  id: string,
  { businessKey, variables, fields = [], ...beginning }: StartRequest,
  doing: string,
): Promise<Started> {
  const given = { kind: 'variables', variables, fields } as const
  const outcome = await startProcess(call.context, call.request, { id: asId(id), businessKey, given, ...beginning })
  const isRefused = outcome instanceof Refusal && outcome.code === 'definition.not-startable'
  const isSuspended = isRefused && (await getDefinition(call, notThere)).suspended
  return orThrow(outcome, {
    doing,
    gone: () => notThere(id),
    answers: {
      'definition.not-startable': ({ message }) =>
        failed(400, isSuspended ? `${doing}: ENGINE-03043 Process Definition with id '${id}' is suspended.` : message),
    },
  })
}

function notThere(id: string): RestRefusal {
  return failed(
    404,
    `Cannot instantiate process definition ${id}: no deployed process definition found with id '${id}': processDefinition is null`,
  )
}

export function presentStarted(
  { base }: Pick<Call, 'base'>,
  { process, instanceId: id, businessKey, events }: Started,
): Record<string, unknown> {
  return {
    id,
    definitionId: process.id,
    definitionKey: process.key,
    businessKey,
    caseInstanceId: findStarted(events, id)?.caseInstanceId ?? null,
    ended: events.some((event) => event.type === 'instanceEnded' && event.instance.id === id),
    suspended: false,
    tenantId: process.tenantId,
    links: [{ method: 'GET', href: `${base}/process-instance/${id}`, rel: 'self' }],
  }
}

function findStarted(events: readonly Event[], id: string): ProcessInstance | undefined {
  for (const event of events) if (event.type === 'instanceStarted' && event.instance.id === id) return event.instance
  return undefined
}

/** The instance's own variables after its first steps, the transient ones among them. */
function presentVariables({ request }: Call, { process, instanceId: id, events }: Started): Record<string, unknown> {
  // Without a prototype: `__proto__` is a name like any other.
  const variables: Record<string, unknown> = Object.create(null)
  const isHidden = hidingFrom(request.user)
  for (const event of events) {
    if ('variable' in event && isHidden(event.variable.name, process.key)) continue
    if (event.type === 'variableSet' && event.variable.scopeId === id && event.variable.value !== null)
      variables[event.variable.name] = presentTyped(event.variable.value)
    // A transient one ends with the step that it was given to, and is answered.
    const isTransient = 'variable' in event && event.variable.value?.info?.transient === true
    if (event.type === 'variableRemoved' && event.variable.scopeId === id && !isTransient)
      delete variables[event.variable.name]
  }
  return variables
}
