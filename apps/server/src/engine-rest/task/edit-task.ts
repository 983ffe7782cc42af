import type { StandaloneTaskFields } from '@millrace/engine'
import { needSomewhere } from '../../operations/rights.ts'
import { createTask as createOne } from '../../operations/tasks/create-task.ts'
import { deleteTask as deleteOne } from '../../operations/tasks/delete-task.ts'
import { updateTask as updateOne } from '../../operations/tasks/update-task.ts'
import { type Body, bodyOf, dateOf, integerOf, textOf } from '../http/body.ts'
import { type Call, pathOf } from '../http/call.ts'
import { orThrow } from '../http/present-refusal.ts'
import { invalid, notFound, RestRefusal } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'
import { maxGivenId } from '../values/given-id.ts'

/** `POST /task/create`: creates a standalone task. */
export async function createTask(call: Call): Promise<undefined> {
  const body = bodyOf(call)
  const given = textOf(body, 'id')
  if (given !== null && (given.trim() === '' || given.length > maxGivenId))
    throw invalid(`Expected the id of a new task to have 1 to ${maxGivenId} characters, but it has ${given.length}.`)
  const id = given === null ? call.runtime.newId() : asId(given)
  orThrow(
    await createOne(call.context, call.request, { id, given: given === id ? null : given, task: readTask(body) }),
    {
      answers: {
        'thing.exists': ({ message }) => invalid(message),
        'request.invalid': ({ message }) => invalid(message),
      },
    },
  )
  return undefined
}

/** `PUT /task/{id}`: replaces all fields. Omitted fields become empty. */
export async function updateTask(call: Call): Promise<undefined> {
  const id = pathOf(call, 'id')
  orThrow(await updateOne(call.context, call.request, { id: asId(id), task: readTask(bodyOf(call)) }), {
    gone: () => notFound(`No matching task with id ${id}`),
  })
  return undefined
}

/** `DELETE /task/{id}`: deletes a standalone task. A task that does not exist counts as deleted. */
export async function deleteTask(call: Call): Promise<undefined> {
  const outcome = await deleteOne(call.context, call.request, asId(pathOf(call, 'id')))
  // Whoever may delete no other is told so, whatever the id.
  if (outcome?.code === 'thing.not-found') {
    orThrow(needSomewhere(call.request.user, 'tasks.operate'))
    return undefined
  }
  if (outcome?.code === 'task.over') return undefined
  orThrow(outcome, {
    answers: {
      'task.of-process': () =>
        new RestRefusal(
          400,
          'ProcessEngineException',
          'The task cannot be deleted because is part of a running process',
          0,
        ),
    },
  })
  return undefined
}

function readTask(body: Body): StandaloneTaskFields {
  const delegation = textOf(body, 'delegationState')
  if (delegation !== null && delegation !== 'PENDING' && delegation !== 'RESOLVED') {
    throw invalid(`Valid values for property 'delegationState' are 'PENDING' or 'RESOLVED', but was '${delegation}'`)
  }
  return {
    name: textOf(body, 'name'),
    description: textOf(body, 'description'),
    assignee: textOf(body, 'assignee'),
    owner: textOf(body, 'owner'),
    delegation,
    priority: integerOf(body, 'priority') ?? 0,
    dueAt: dateOf(body, 'due')?.toISOString() ?? null,
    followUpAt: dateOf(body, 'followUp')?.toISOString() ?? null,
    tenantId: textOf(body, 'tenantId'),
    parentTaskId: idOrNull(textOf(body, 'parentTaskId')),
  }
}

function idOrNull(text: string | null): string | null {
  return text === null ? null : asId(text)
}
