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

function placeOf({ instance_id, definition_id, task_key, form_key }: TaskListRow): PlaceOfVariables {
  return { instanceId: instance_id, task: { definitionId: definition_id, taskKey: task_key, formKey: form_key } }
}

export function registerTasks(app: FastifyInstance, context: AppContext): void {
  const { clock, db, runtime } = context
  listRoutes(app, db, {
    list: taskCalls.assigned,
    count: taskCalls.assignedCount,
    file: taskCalls.assignedExport,
    source: withVariables(runtime, withShown(runtime, assignedTasks), placeOf),
  })
  listRoutes(app, db, {
    list: taskCalls.unclaimed,
    count: taskCalls.unclaimedCount,
    file: taskCalls.unclaimedExport,
    source: withVariables(runtime, withShown(runtime, unclaimedTasks), placeOf),
  })
  listRoutes(app, db, {
    list: taskCalls.involved,
    count: taskCalls.involvedCount,
    file: taskCalls.involvedExport,
    source: withVariables(runtime, withShown(runtime, involvedTasks), placeOf),
  })
  listRoutes(app, db, {
    list: taskCalls.completed,
    count: taskCalls.completedCount,
    file: taskCalls.completedExport,
    source: completedTasks,
  })
  listRoutes(app, db, {
    list: taskCalls.open,
    count: taskCalls.openCount,
    file: taskCalls.openExport,
    source: withVariables(runtime, openTasks, placeOf),
  })
  route(app, taskCalls.openFilters, ({ user }) => listOpenFilters(db, user))
  route(app, taskCalls.findCandidates, ({ user, query }) => findCandidates(db, user, { ...query, now: clock() }))
  route(app, taskCalls.reach, ({ user, params }) => getReach(db, user, { ...params, now: clock() }))
  route(app, taskCalls.assign, ({ user, params, body }) => giveTask(context, user, { ...params, ...body }))
  route(app, taskCalls.addCandidate, ({ user, params }) => addTaskCandidate(context, user, params))
  route(app, taskCalls.removeCandidate, ({ user, params }) => removeTaskCandidate(context, user, params))
  route(app, taskCalls.counts, ({ user, query }) => countTasks(db, user, query))
  route(app, taskCalls.news, ({ user }) => listNews(db, user))
  route(app, taskCalls.seeNews, ({ user, body }) => seeTasks(context, user, body.until))
  route(app, taskCalls.filters, ({ user }) => listFilters(db, user))
  route(app, taskCalls.variableNames, ({ user }) =>
    listVariableNames(runtime, user, processKeysOf(user.workplaceId, involvedReaders(user))),
  )
  route(app, taskCalls.get, ({ user, params, query }) => getTask(runtime, user, { ...params, ...query }))
  route(app, taskCalls.keepDraft, ({ user, params, body }) =>
    keepDraft(context, user, { place: { kind: 'task', ...params }, entry: body }),
  )
  route(app, taskCalls.discardDraft, ({ user, params }) => discardDraft(context, user, { kind: 'task', ...params }))
  route(app, taskCalls.formChoices, ({ user, params, query }) =>
    findFormChoices(runtime, user, { ...params, ...query }),
  )
  route(app, taskCalls.claim, ({ user, params }) =>
    claimTask(context, user, { id: params.id, username: user.username }),
  )
  route(app, taskCalls.unclaim, ({ user, params }) => unclaimTask(context, user, params.id))
  route(app, taskCalls.complete, async ({ user, params, body }) => {
    const { note = null, ...submission } = body
    const given = { kind: 'form', submission } as const
    const done = await completeTask(context, user, { ...params, given, delegated: 'return', goesOn: true, note })
    return done instanceof Refusal ? done : { nextTaskId: done.nextTaskId }
  })
  route(app, taskCalls.delegate, ({ user, params, body }) => delegateTo(context, user, { ...params, ...body }))
  route(app, taskCalls.create, ({ user, body }) => createOwnTask(context, user, body))
  route(app, taskCalls.describe, ({ user, params, body }) => describeTask(context, user, { ...params, ...body }))
  route(app, taskCalls.remove, ({ user, params }) => deleteTask(context, user, params.id))
  route(app, taskCalls.subtasks, ({ user, params }) => listSubtasks(runtime, user, params.id))
  route(app, taskCalls.viewers, ({ user, params }) => listViewers(runtime, user, params.id))
  route(app, taskCalls.plan, ({ user, params, body }) => planTask(context, user, { id: params.id, plan: body }))
  route(app, standaloneCalls.checkTask, ({ user, params }) => checkTask(db, user, params.taskId))
  route(app, taskCalls.history, ({ user, params }) => getTaskHistory(runtime, user, params.id))
}
