import { sql } from 'kysely'
import { type Call, get, pathOf, post, put, type Route, remove } from '../http/call.ts'
import { notFound } from '../http/rest-refusal.ts'
import { asId } from '../query/filters.ts'
import { findRow, listRoutes, noParameters } from '../query/list-query.ts'
import { variableRoutes } from '../variables/variable-routes.ts'
import { attachmentRoutes } from './attachments.ts'
import { commentRoutes } from './comments.ts'
import { createTask, deleteTask, updateTask } from './edit-task.ts'
import { addIdentityLink, deleteIdentityLink, listIdentityLinks } from './identity-links.ts'
import { countByCandidateGroup } from './report.ts'
import {
  assignTask,
  claimTask,
  completeTask,
  delegateTask,
  resolveTask,
  throwError,
  throwEscalation,
  unclaimTask,
} from './task-actions.ts'
import {
  fillFormRefs,
  getDeployedForm,
  getTaskForm,
  listFormVariables,
  renderTaskForm,
  submitTaskForm,
} from './task-form.ts'
import { taskQuery } from './task-query.ts'
import { taskVariableOwners } from './task-variables.ts'

export const taskRoutes: readonly Route[] = [
  ...listRoutes('/task', taskQuery),
  get('/task/report/candidate-group-count', countByCandidateGroup),
  post('/task/create', createTask),
  get('/task/:id', getTask),
  put('/task/:id', updateTask),
  remove('/task/:id', deleteTask),
  post('/task/:id/claim', claimTask),
  post('/task/:id/unclaim', unclaimTask),
  post('/task/:id/complete', completeTask, 'variables'),
  post('/task/:id/resolve', resolveTask, 'variables'),
  post('/task/:id/delegate', delegateTask),
  post('/task/:id/assignee', assignTask),
  post('/task/:id/bpmnError', throwError, 'variables'),
  post('/task/:id/bpmnEscalation', throwEscalation, 'variables'),
  get('/task/:id/form', getTaskForm),
  get('/task/:id/form-variables', listFormVariables),
  get('/task/:id/rendered-form', renderTaskForm),
  get('/task/:id/deployed-form', getDeployedForm),
  post('/task/:id/submit-form', submitTaskForm, 'variables'),
  get('/task/:id/identity-links', listIdentityLinks),
  post('/task/:id/identity-links', addIdentityLink),
  post('/task/:id/identity-links/delete', deleteIdentityLink),
  ...taskVariableOwners.flatMap(variableRoutes),
  ...commentRoutes,
  ...attachmentRoutes,
]

async function getTask(call: Call): Promise<unknown> {
  const { workplaceId } = call.actor
  const id = pathOf(call, 'id')
  const row = await call.runtime.db.read(call.actor, (tx) =>
    findRow(tx, taskQuery, call.request, sql`t.id = ${asId(id)}::uuid`),
  )
  if (row === undefined) throw notFound(`No matching task with id ${id}`)
  const [filled = row] = await fillFormRefs(call, [row])
  return taskQuery.present?.(filled, noParameters(workplaceId)) ?? filled
}
