import type { PlainVariable } from '@millrace/engine'
import { assignTask as assign } from '../../operations/tasks/assign-task.ts'
import { claimTask as claim } from '../../operations/tasks/claim-task.ts'
import { type Completed, completeTask as completeOne } from '../../operations/tasks/complete-task.ts'
import { delegateTask as delegate } from '../../operations/tasks/delegate-task.ts'
import { resolveTask as resolve } from '../../operations/tasks/resolve-task.ts'
import { throwTaskEvent } from '../../operations/tasks/throw-task-event.ts'
import { unclaimTask as unclaim } from '../../operations/tasks/unclaim-task.ts'
import { hidingFrom } from '../../platform/auth/restricted.ts'
import { bodyOf, flagOf, textOf } from '../http/body.ts'
import { type Call, needToRead, pathOf } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { failed } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'
import { type PresentedValue, presentTyped } from '../values/present-value.ts'
import { readOrRefuse, readVariables } from '../values/read-value.ts'
import { presentVariables, selectShown } from '../variables/select-variables.ts'
import { type FoundTask, findTask } from './find-task.ts'
import { completionTextsOf, refusalTextsOf } from './refusal-texts.ts'

export async function claimTask(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  const username = textOf(bodyOf(call), 'userId')
  orThrow(await claim(call.context, call.request, { id: asId(id), username }), refusalTextsOf(id))
  return undefined
}

export async function unclaimTask(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  orThrow(await unclaim(call.context, call.request, asId(id)), refusalTextsOf(id, 'NotFoundException'))
  return undefined
}

export async function assignTask(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  const input = { id: asId(id), assignee: textOf(bodyOf(call), 'userId') }
  orThrow(await assign(call.context, call.request, input), refusalTextsOf(id, 'NotFoundException'))
  return undefined
}

/** Delegates a task. The assignee becomes the owner, and gets the task back when it is resolved. */
export async function delegateTask(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  const input = { id: asId(id), assignee: textOf(bodyOf(call), 'userId') }
  orThrow(await delegate(call.context, call.request, input), refusalTextsOf(id))
  return undefined
}

export async function resolveTask(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  const variables = readOrRefuse(`Cannot resolve task ${id}`, () => readVariables(bodyOf(call).variables))
  const given = { kind: 'variables', variables } as const
  orThrow(await resolve(call.context, call.request, { id: asId(id), given }), refusalTextsOf(id))
  return undefined
}

/** `POST /task/{id}/complete`: completes a task, and returns its last variables if requested. */
export async function completeTask(call: Call): Promise<unknown> {
  const doing = `Cannot complete task ${pathOf(call, 'id')}`
  const variables = readOrRefuse(doing, () => readVariables(bodyOf(call).variables))
  return complete(call, { variables, delegated: 'complete', doing })
}

export interface CompletionByRequest {
  readonly variables: readonly PlainVariable[]
  /** The fields with which the form was submitted. */
  readonly fields?: readonly PlainVariable[]
  readonly delegated: 'return' | 'complete'
  readonly doing: string
}

/** Completes a task. The answer only contains variables if the caller may read data of the process. */
export async function complete(
  call: Call,
  { variables, fields = [], delegated, doing }: CompletionByRequest,
): Promise<unknown> {
  const id = pathOf(call, 'id')
  const withVariables = flagOf(bodyOf(call), 'withVariablesInReturn') === true
  if (withVariables) await needToRead(call, 'instances.read', { kind: 'task', id })
  const task = withVariables ? await findTask(call) : null
  const before = task === null ? {} : await listBefore(call, task)
  const given = { kind: 'variables', variables, fields } as const
  const outcome = await completeOne(call.context, call.request, { id: asId(id), given, delegated })
  const done = orThrow(outcome, completionTextsOf(id, doing))
  return task === null || done.isReturned ? undefined : { ...before, ...listAfter(call, task, done) }
}

async function listBefore(call: Call, task: FoundTask): Promise<Record<string, PresentedValue>> {
  const { workplaceId } = call.actor
  const { rootId, instanceId, id: scopeId, elementId } = task
  const scope = { rootId, instanceId, scopeId, elementId }
  const rows = await call.runtime.db.read(call.actor, (tx) =>
    selectShown(tx, workplaceId, scope, { isLocal: false, most: call.runtime.budgets.answerValues }),
  )
  return presentVariables(rows, call.query.deserializeValues !== 'false')
}

function listAfter(
  { request: { user } }: Call,
  task: FoundTask,
  { events }: Completed,
): Record<string, PresentedValue> {
  // Without a prototype: `__proto__` is a name like any other.
  const variables: Record<string, PresentedValue> = Object.create(null)
  const isHidden = hidingFrom(user)
  for (const event of events) {
    if (event.type !== 'variableSet' || event.variable.value === null) continue
    const { scopeId, name, value } = event.variable
    if (isHidden(name, task.processKey)) continue
    if (scopeId === task.id || scopeId === task.instanceId || scopeId === task.elementId)
      variables[name] = presentTyped(value)
  }
  return variables
}

export async function throwError(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  return throwEvent(
    call,
    { kind: 'error', code: textOf(body, 'errorCode'), message: textOf(body, 'errorMessage') },
    'errorCode',
  )
}

export async function throwEscalation(call: Call): Promise<undefined> {
  return throwEvent(
    call,
    { kind: 'escalation', code: textOf(bodyOf(call), 'escalationCode'), message: null },
    'escalationCode',
  )
}

async function throwEvent(
  call: Call,
  thrown: { kind: 'error' | 'escalation'; code: string | null; message: string | null },
  field: string,
): Promise<undefined> {
  const { code } = thrown
  if (code === null || code === '') throw failed(400, `${field} is null`)
  const variables = readOrRefuse('Cannot throw', () => readVariables(bodyOf(call).variables))
  const id = pathOf(call, 'id')
  const input = { id: asId(id), ...thrown, code, variables }
  orThrow(await throwTaskEvent(call.context, call.request, input), refusalTextsOf(id, 'RestException'))
  return undefined
}
