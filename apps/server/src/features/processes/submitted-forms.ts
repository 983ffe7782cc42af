import type { AnswerOf, processCalls, SubmittedForm } from '@millrace/contract'
import { sql } from 'kysely'
import { findSentStart, loadSentForm, type SentForm } from '../../operations/instances/load-sent-form.ts'
import { can } from '../../operations/instances/policy.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { findReadable } from '../../runtime/definitions/definitions.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { openFormInThread } from '../../runtime/threads/fill-form.ts'
import { getVisibleInstance, type VisibleInstance } from './get-instance.ts'
import type { InstanceRow } from './instance-queries.ts'

/** How many forms are listed. */
const maxForms = 500

interface SentRow extends SentForm {
  readonly name: string | null
  readonly assignee: string | null
}

/** Lists the submitted forms of an instance in their order: of its start and its tasks. */
export async function listSubmittedForms(
  runtime: Runtime,
  request: Request,
  id: string,
): Promise<AnswerOf<typeof processCalls.forms>> {
  const { user } = request
  const { workplaceId } = user
  return runtime.db.read(request, async (tx) => {
    const visible = await getVisibleInstance(tx, user, id)
    const [rows, definition] = await Promise.all([
      listSent(tx, workplaceId, visible.instance),
      findReadable(runtime, tx, workplaceId, { by: 'id', id: visible.instance.definition_id }),
    ])
    const newest = rows.slice(0, maxForms).reverse()
    const start = definition === null ? undefined : findSentStart(definition, visible.instance)
    const sent = [...(start === undefined ? [] : [startOf(visible.instance)]), ...newest]
    const people = await readPeople(
      tx,
      workplaceId,
      sent.map(({ ended_by }) => ended_by),
    )
    return {
      items: sent.map((row) =>
        presentSent(row, { by: people.find(row.ended_by), canOpen: mayOpen(user, visible, row), visible }),
      ),
      isCapped: rows.length > maxForms,
    }
  })
}

/** Returns a submitted form of an instance, in the version that was used, with the values of that time. */
export async function getSubmittedForm(
  runtime: Runtime,
  request: Request,
  { id, formId, timeZone }: { id: string; formId: string; timeZone: string },
): Promise<AnswerOf<typeof processCalls.form>> {
  const { user } = request
  const { workplaceId } = user
  const { row, form, occasion, visible, by } = await runtime.db.read(request, async (tx) => {
    const visible = await getVisibleInstance(tx, user, id)
    const { instance } = visible
    const row = formId === 'start' ? startOf(instance) : await findSent(tx, workplaceId, instance, formId)
    if (row === null) throw noSuchForm()
    if (!mayOpen(user, visible, row))
      throw refuse(
        'right.missing',
        'Expected the sender of the form, the starter of the instance or a process administrator, but you are none of them. You have no access to its content.',
      )
    const [loaded, people] = await Promise.all([
      loadSentForm(runtime, tx, { user, place: instance, sent: row, timeZone }),
      readPeople(tx, workplaceId, [row.ended_by]),
    ])
    if (loaded === null) throw noSuchForm()
    return { row, ...loaded, visible, by: people.find(row.ended_by) }
  })
  // After the reading: it may take a while, and holds no connection.
  const opened = await openFormInThread(runtime, workplaceId, form, occasion)
  return { ...presentSent(row, { by, canOpen: true, visible }), form: opened }
}

function noSuchForm(): Refusal {
  return refuse('thing.not-found', 'Expected a form that was sent in the instance, but there is none with this id.')
}

function mayOpen(user: Person, { rights }: VisibleInstance, { ended_by, assignee }: SentRow): boolean {
  return can(user, 'see-data', rights) || ended_by === user.username || assignee === user.username
}

function startOf({ id, name, key, start_user_id, started_at }: InstanceRow): SentRow {
  return {
    id: 'start',
    name: name ?? key,
    task_key: null,
    element_id: id,
    assignee: start_user_id,
    ended_by: start_user_id,
    ended_at: started_at,
  }
}

const columns = sql`id, name, task_key, element_id, assignee, ended_by, ended_at`

function listSent(tx: Tx, workplaceId: string, { id }: InstanceRow): Promise<SentRow[]> {
  return runSql<SentRow>(
    tx,
    sql`select ${columns} from history_task where workplace_id = ${workplaceId} and instance_id = ${id} and reason = 'completed' order by ended_at desc, id desc limit ${maxForms + 1}`,
  )
}

async function findSent(tx: Tx, workplaceId: string, { id }: InstanceRow, taskId: string): Promise<SentRow | null> {
  if (!isUuid(taskId)) return null
  const [row] = await runSql<SentRow>(
    tx,
    sql`select ${columns} from history_task where workplace_id = ${workplaceId} and instance_id = ${id} and id = ${taskId} and reason = 'completed'`,
  )
  return row ?? null
}

function presentSent(
  { id, name, task_key, ended_at }: SentRow,
  { by, canOpen, visible }: Pick<SubmittedForm, 'by' | 'canOpen'> & { visible: VisibleInstance },
): SubmittedForm {
  return { id, name: name ?? task_key ?? visible.instance.key ?? '', by, at: ended_at.toISOString(), canOpen }
}
