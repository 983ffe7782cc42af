import { process } from '@millrace/bpmn/builder'
import { createTestDatabase, testRequest } from '@millrace/server/testing'
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { getMenu, listProcesses } from './features/categories/list-processes.ts'
import { compareVersions } from './features/forms/compare-versions.ts'
import { getDesigner } from './features/forms/get-designer.ts'
import { getForm } from './features/forms/get-form.ts'
import { getInstance } from './features/processes/get-instance.ts'
import { getInstanceDiagram } from './features/processes/get-instance-diagram.ts'
import { getInstanceHistory } from './features/processes/get-instance-history.ts'
import { listActivities } from './features/processes/list-activities.ts'
import { listDecisions } from './features/processes/list-decisions.ts'
import { listIncidents } from './features/processes/list-incidents.ts'
import { listVariables } from './features/processes/list-variables.ts'
import { getTask } from './features/tasks/get-task.ts'
import { getTaskHistory } from './features/tasks/get-task-history.ts'
import { findCandidates, getReach } from './features/tasks/task-reach.ts'
import { listVersions } from './operations/designs/read-versions.ts'
import { formDesigns } from './operations/forms/form-designs.ts'
import { Refusal } from './platform/errors/refusal.ts'
import { createScenario } from './runtime/testing/scenario.ts'
import { completeTask, createTestRuntime } from './runtime/testing/test-runtime.ts'

const { db, workplaceId, admin } = await createTestDatabase()
const runtime = createTestRuntime(db)
const scenario = await createScenario(runtime, workplaceId)
const definition = await scenario.deploy(
  process('errand')
    .start()
    .userTask('first', { 'camunda:assignee': 'ada' })
    .userTask('second', { 'camunda:assignee': 'ada', 'camunda:candidateGroups': 'runners' })
    .end()
    .toXml(),
)
const request = testRequest({ workplaceId, username: 'ada', roles: ['RoleUser', 'RoleProcessAdmin'] })

/** An instance that has gone through one task and waits at the next. */
const id = await scenario.start(definition, { userId: 'ada', variables: { amount: 7 } })
const taskOf = async (): Promise<string> =>
  (await admin.query('select id from task where instance_id = $1', [id])).rows[0].id
await completeTask(runtime, { workplaceId, userId: 'ada', cause: 'test' }, await taskOf(), { amount: 8 })
const taskId = await taskOf()

/** A form with two versions. */
const formRef = { id: '00000000-0000-7000-8000-0000000000f0', applicationId: null }
await admin.query(
  `insert into form (workplace_id, id, name, labels, version, created_at, created_by, updated_at, updated_by)
   values ($1, $2, 'Address', '', 2, now(), 'ada', now(), 'ada')`,
  [workplaceId, formRef.id],
)
await admin.query(
  `insert into form_version (workplace_id, form_id, version, designer_json, rendered_json, saved_at, saved_by)
   select $1, $2, version, '{"schema":2,"id":"form","root":[]}', '{}', now(), 'ada' from generate_series(1, 2) version`,
  [workplaceId, formRef.id],
)
const context = { db, runtime, clock: () => new Date() }

/** What has to be known before the rest can be asked is one round trip; people are asked last, by the names found. */
it.each<[string, number, () => Promise<unknown>]>([
  ['an instance', 3, () => getInstance(runtime, request, id)],
  ['its drawing', 2, () => getInstanceDiagram(runtime, request, id)],
  ['its activities', 3, () => listActivities(runtime, request, id)],
  ['its history', 3, () => getInstanceHistory(runtime, request, { id, size: 1_000 })],
  ['its variables', 2, () => listVariables(runtime, request, { id, q: '', sort: 'scope' })],
  ['its incidents', 2, () => listIncidents(runtime, request, id)],
  ['its decisions', 2, () => listDecisions(runtime, request, id)],
  ['what may be started', 2, () => listProcesses(db, request, 'Home')],
  ['the menu', 1, () => getMenu(db, request)],
  ['a task', 3, () => getTask(runtime, request, { id: taskId, timeZone: 'UTC' })],
  ['the history of a task', 3, () => getTaskHistory(runtime, request, taskId)],
  ['who could work on a task', 2, () => getReach(db, request, { id: taskId, now: new Date() })],
  ['who may be given a task', 1, () => findCandidates(db, request, { q: 'a', now: new Date() })],
  ['a form', 2, () => getForm(db, request, formRef)],
  ['what the designer begins with', 2, () => getDesigner(db, request, formRef)],
  ['the history of a form', 2, () => listVersions(db, request, formDesigns, formRef)],
  ['what differs in two versions of it', 1, () => compareVersions(context, request, { ref: formRef, from: 1, to: 2 })],
])('%s is read in %i round trips', async (_what, most, read) => {
  // Definitions and forms are at hand after the first time.
  expect(await read()).not.toBeInstanceOf(Refusal)
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => spy.mockRestore())
  await read()
  expect(spy).toHaveBeenCalledTimes(most)
})
