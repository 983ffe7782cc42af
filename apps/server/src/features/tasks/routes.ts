import { standaloneCalls, taskCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { discardDraft } from '../../operations/drafts/discard-draft.ts'
import { keepDraft } from '../../operations/drafts/keep-draft.ts'
import { seeTasks } from '../../operations/news/see-tasks.ts'
import { claimTask } from '../../operations/tasks/claim-task.ts'
import { completeTask } from '../../operations/tasks/complete-task.ts'
import { deleteTask } from '../../operations/tasks/delete-task.ts'
import { describeTask } from '../../operations/tasks/describe-task.ts'
import { planTask } from '../../operations/tasks/plan-task.ts'
import { unclaimTask } from '../../operations/tasks/unclaim-task.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { listVariableNames } from '../../runtime/variable-columns/list-variable-names.ts'
import type { PlaceOfVariables } from '../../runtime/variable-columns/read-variable-columns.ts'
import { withVariables } from '../../runtime/variable-columns/with-variables.ts'
import { checkTask } from './check-task.ts'
import { completedTasks } from './completed-tasks.ts'
import { countTasks } from './count-tasks.ts'
import { findFormChoices } from './find-form-choices.ts'
import { getTask } from './get-task.ts'
import { getTaskHistory } from './get-task-history.ts'
import { listFilters } from './list-filters.ts'
import { listOpenFilters } from './list-open-filters.ts'
import { assignedTasks, involvedTasks, type TaskListRow, unclaimedTasks } from './list-queries.ts'
import { listViewers } from './list-viewers.ts'
import { openTasks } from './open-task-list.ts'
import { addTaskCandidate, delegateTo, giveTask, removeTaskCandidate } from './operate-task.ts'
import { createOwnTask, listSubtasks } from './own-tasks.ts'
import { processKeysOf } from './task-listing.ts'
import { listNews } from './task-news.ts'
import { findCandidates, getReach } from './task-reach.ts'
import { involvedReaders } from './task-readers.ts'
import { withShown } from './with-shown.ts'

function variablePlaceOf({ instance_id, definition_id, task_key, form_key }: TaskListRow): PlaceOfVariables {
  return { instanceId: instance_id, task: { definitionId: definition_id, taskKey: task_key, formKey: form_key } }
}

export function registerTasks(app: FastifyInstance, context: AppContext): void {
  const { clock, db, runtime } = context
  listRoutes(app, db, {
    calls: taskCalls,
    source: withVariables(runtime, withShown(runtime, assignedTasks), variablePlaceOf),
  })
  listRoutes(app, db, {
    calls: taskCalls,
    source: withVariables(runtime, withShown(runtime, unclaimedTasks), variablePlaceOf),
  })
  listRoutes(app, db, {
    calls: taskCalls,
    source: withVariables(runtime, withShown(runtime, involvedTasks), variablePlaceOf),
  })
  listRoutes(app, db, { calls: taskCalls, source: completedTasks })
  listRoutes(app, db, { calls: taskCalls, source: withVariables(runtime, openTasks, variablePlaceOf) })
  route(app, taskCalls.openFilters, ({ request }) => listOpenFilters(db, request))
  route(app, taskCalls.findCandidates, ({ request, query }) => findCandidates(db, request, { ...query, now: clock() }))
  route(app, taskCalls.reach, ({ request, params }) => getReach(db, request, { ...params, now: clock() }))
  route(app, taskCalls.assign, ({ request, params, body }) => giveTask(context, request, { ...params, ...body }))
  route(app, taskCalls.addCandidate, ({ request, params }) => addTaskCandidate(context, request, params))
  route(app, taskCalls.removeCandidate, ({ request, params }) => removeTaskCandidate(context, request, params))
  route(app, taskCalls.counts, ({ request, query }) => countTasks(db, request, query))
  route(app, taskCalls.news, ({ request }) => listNews(db, request))
  route(app, taskCalls.seeNews, ({ request, body }) => seeTasks(context, request, body.until))
  route(app, taskCalls.filters, ({ request }) => listFilters(db, request))
  route(app, taskCalls.variableNames, ({ request }) =>
    listVariableNames(runtime, request, processKeysOf(request.workplaceId, involvedReaders(request.user))),
  )
  route(app, taskCalls.get, ({ request, params, query }) => getTask(runtime, request, { ...params, ...query }))
  route(app, taskCalls.keepDraft, ({ request, params, body }) =>
    keepDraft(context, request, { place: { kind: 'task', ...params }, entry: body }),
  )
  route(app, taskCalls.discardDraft, ({ request, params }) =>
    discardDraft(context, request, { kind: 'task', ...params }),
  )
  route(app, taskCalls.formChoices, ({ request, params, query }) =>
    findFormChoices(runtime, request, { ...params, ...query }),
  )
  route(app, taskCalls.claim, ({ request, params }) =>
    claimTask(context, request, { id: params.id, username: request.user.username }),
  )
  route(app, taskCalls.unclaim, ({ request, params }) => unclaimTask(context, request, params.id))
  route(app, taskCalls.complete, async ({ request, params, body }) => {
    const { note = null, ...submission } = body
    const given = { kind: 'form', submission } as const
    const done = await completeTask(context, request, { ...params, given, delegated: 'return', goesOn: true, note })
    return done instanceof Refusal ? done : { nextTaskId: done.nextTaskId }
  })
  route(app, taskCalls.delegate, ({ request, params, body }) => delegateTo(context, request, { ...params, ...body }))
  route(app, taskCalls.create, ({ request, body }) => createOwnTask(context, request, body))
  route(app, taskCalls.describe, ({ request, params, body }) => describeTask(context, request, { ...params, ...body }))
  route(app, taskCalls.remove, ({ request, params }) => deleteTask(context, request, params.id))
  route(app, taskCalls.subtasks, ({ request, params }) => listSubtasks(runtime, request, params.id))
  route(app, taskCalls.viewers, ({ request, params }) => listViewers(runtime, request, params.id))
  route(app, taskCalls.plan, ({ request, params, body }) => planTask(context, request, { id: params.id, plan: body }))
  route(app, standaloneCalls.checkTask, ({ request, params }) => checkTask(db, request, params.taskId))
  route(app, taskCalls.history, ({ request, params }) => getTaskHistory(runtime, request, params.id))
}
