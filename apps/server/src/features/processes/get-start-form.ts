import type { AnswerOf, processCalls } from '@millrace/contract'
import { type LoadedStart, loadStartForm } from '../../operations/processes/load-start-form.ts'
import { noSuchProcess, refuseStart } from '../../operations/processes/policy.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { findDraft, startSubject } from '../../runtime/forms/drafts.ts'
import { findStartedBefore } from '../../runtime/forms/sent-before.ts'
import { readGroupNames } from '../../runtime/rights/group-names.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { openFormInThread } from '../../runtime/threads/fill-form.ts'
import { type DefinitionRow, findDefinition } from './definition-queries.ts'
import { listFirstTasks } from './first-tasks.ts'
import { presentDefinition } from './present-instance.ts'

export async function getStartForm(
  runtime: Runtime,
  request: Request,
  { id, timeZone }: { id: string; timeZone: string },
): Promise<AnswerOf<typeof processCalls.startForm>> {
  const { user } = request
  const { workplaceId, id: userId } = user
  const { row, loaded, draft, firstTasks, before } = await runtime.db.read(request, async (tx) => {
    const row = await getStartable(tx, user, id)
    const [loaded, draft] = await Promise.all([
      loadStartForm(runtime, tx, { user, id, timeZone }),
      findDraft(tx, { workplaceId, userId, kind: 'start', subject: startSubject(row) }),
    ])
    if (loaded === null) return { row, loaded, draft, firstTasks: [], before: null }
    const [firstTasks, before] = await Promise.all([
      nameFirstTasks(tx, workplaceId, loaded),
      loaded.start === undefined ? null : findStartedBefore(tx, user, { ...row, startKey: loaded.start.id }),
    ])
    return { row, loaded, draft, firstTasks, before }
  })
  if (loaded === null) throw noSuchProcess()
  const { form, occasion } = loaded
  const { description, category } = row
  return {
    definition: { ...presentDefinition(row), description, category },
    form: {
      ...(await openFormInThread(runtime, workplaceId, form, { ...occasion, draft })),
      ...(before === null ? {} : { sentBefore: before }),
    },
    firstTasks,
  }
}

/** With groups and people as they are called. */
async function nameFirstTasks(
  tx: Tx,
  workplaceId: string,
  { definition, start }: LoadedStart,
): Promise<AnswerOf<typeof processCalls.startForm>['firstTasks']> {
  const tasks = listFirstTasks(definition.model, start)
  const [groups, people] = await Promise.all([
    readGroupNames(tx, workplaceId, [...new Set(tasks.flatMap((task) => task.groups))]),
    readPeople(
      tx,
      workplaceId,
      tasks.flatMap((task) => task.users),
    ),
  ])
  return tasks.map((task) => ({
    name: task.name,
    groups: task.groups.map((key) => groups.get(key) ?? key),
    people: task.users.map((username) => people.get(username).displayName),
  }))
}

/** Finds a process that the user may start. @throws Refusal when the user may not start it, or nobody can. */
export async function getStartable(tx: Tx, user: Person, id: string): Promise<DefinitionRow> {
  const row = await findDefinition(tx, user.workplaceId, id)
  const refusal = row === null ? noSuchProcess() : refuseStart(user, row)
  if (row === null || refusal !== null) throw refusal ?? noSuchProcess()
  return row
}
