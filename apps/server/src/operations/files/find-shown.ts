import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { withoutHiding } from '../../platform/auth/restricted.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import { type FileFit, fitOfFile } from '../../runtime/forms/definition-fields.ts'
import type { LoadedForm } from '../../runtime/forms/load-form.ts'
import type { FormOccasion } from '../../runtime/forms/open-form.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { openFormInThread } from '../../runtime/threads/fill-form.ts'
import { loadSentForm, type SentPlace } from '../instances/load-sent-form.ts'
import { loadTaskForm } from '../tasks/load-task-form.ts'
import { can, rightsOf, type TaskRightsRow } from '../tasks/policy.ts'
import { loadTaskFor } from '../tasks/task.ts'

/** A file that a form of an instance holds. */
interface HeldFile {
  readonly id: string
  readonly instanceId: string
  /** The variable to which the file belongs. */
  readonly variable: string
}

interface Opening {
  readonly form: LoadedForm
  readonly occasion: FormOccasion
}

/** Tasks and sent forms that are looked at, of each the newest. */
const most = 20
/**
 * Forms that are opened, those first that have a field for the variable of the file: the others could name it only
 * inside.
 */
const maxOpened = 8

/** A form that may show the file, by what its document says. */
interface Candidate {
  readonly fit: FileFit
  readonly load: (tx: Tx) => Promise<Opening | null>
}

/**
 * Returns whether a form that the user may open shows the file: the form of an open task of the instance that the user
 * may see, or of a task that the user has completed. Forms are opened with the user's own permissions, so fields for
 * other roles show nothing. Forms without file fields are not opened.
 */
export async function isShown(runtime: Runtime, request: Request, file: HeldFile): Promise<boolean> {
  const { user } = request
  const candidates = await runtime.db.read(withoutHiding(request), async (tx) => [
    ...(await listOpen(runtime, tx, user, file)),
    ...(await listSent(runtime, tx, user, file)),
  ])
  const likely = [...candidates.filter(({ fit }) => fit === 'names'), ...candidates.filter(({ fit }) => fit === 'may')]
  for (const { load } of likely.slice(0, maxOpened)) {
    const opening = await runtime.db.read(withoutHiding(request), load)
    if (opening !== null && (await shows(runtime, user, opening, file.id))) return true
  }
  return false
}

interface OpenRow extends TaskRightsRow {
  readonly id: string
  readonly task_key: string
  readonly form_key: string | null
  readonly definition_id: string
}

async function listOpen(
  runtime: Runtime,
  tx: Tx,
  user: Person,
  { instanceId, variable }: HeldFile,
): Promise<Candidate[]> {
  const { workplaceId, username } = user
  const rows = await runSql<OpenRow>(
    tx,
    sql`select t.id, t.task_key, t.form_key, t.definition_id, t.assignee, t.owner, t.candidate_users, t.candidate_groups, t.is_suspended, d.key as process_key
      from task t join process_definition d on d.workplace_id = t.workplace_id and d.id = t.definition_id
      where t.workplace_id = ${workplaceId}::uuid and t.instance_id = ${instanceId}::uuid
      order by t.assignee is not distinct from ${username}::text desc, t.id desc limit ${most}`,
    'tasks_with_files',
  )
  const candidates: Candidate[] = []
  for (const row of rows.filter((row) => can(user, 'see', rightsOf(row)))) {
    const { id, task_key: elementId, form_key: formKey } = row
    const definition = await getProcess(runtime, tx, workplaceId, { by: 'id', id: row.definition_id })
    if (definition === null) continue
    const load = async (tx: Tx) => {
      const task = await loadTaskFor(tx, user, { id, action: 'see' })
      return task instanceof Refusal ? null : loadTaskForm(runtime, tx, { user, task, timeZone: 'UTC' })
    }
    const form = { workplaceId, definition, elementId, formKey }
    candidates.push({ fit: await fitOfFile(runtime, tx, form, variable), load })
  }
  return candidates
}

async function listSent(
  runtime: Runtime,
  tx: Tx,
  user: Person,
  { instanceId, variable }: HeldFile,
): Promise<Candidate[]> {
  const { workplaceId, username } = user
  const [rows, places] = await tx.batch([
    {
      name: 'forms_sent_by',
      text: `select id, task_key, element_id, ended_by, ended_at from history_task where workplace_id = $1 and instance_id = $2
        and reason = 'completed' and (ended_by = $3 or assignee = $3) order by ended_at desc limit ${most}`,
      values: [workplaceId, instanceId, username],
    },
    {
      name: 'place_of_sent_forms',
      text: ['instance', 'history_instance']
        .map(
          (table) =>
            `select id, root_id, definition_id, caller_instance_id, start_element_key from ${table} where workplace_id = $1 and id = $2`,
        )
        .join(' union all '),
      values: [workplaceId, instanceId],
    },
  ])
  const [placeId, root_id, definition_id, caller_instance_id = null, start_element_key = null] = places?.[0] ?? []
  if (placeId == null || root_id == null || definition_id == null) return []
  const place: SentPlace = { id: placeId, root_id, definition_id, caller_instance_id, start_element_key }
  const definition = await getProcess(runtime, tx, workplaceId, { by: 'id', id: definition_id })
  if (definition === null) return []
  const candidates: Candidate[] = []
  for (const [id, task_key = null, element_id, ended_by = null, ended_at] of rows ?? []) {
    const sent = { id: id ?? '', task_key, element_id: element_id ?? '', ended_by, ended_at: new Date(ended_at ?? 0) }
    const form = { workplaceId, definition, elementId: task_key ?? '' }
    candidates.push({
      fit: await fitOfFile(runtime, tx, form, variable),
      load: (tx) => loadSentForm(runtime, tx, { user, place, sent, timeZone: 'UTC' }),
    })
  }
  return candidates
}

/** After the reading: it may take a while, and holds no connection. */
async function shows(runtime: Runtime, user: Person, { form, occasion }: Opening, fileId: string): Promise<boolean> {
  const held = [...occasion.files.values()].some((files) => files.some(({ id }) => id === fileId))
  return held && names((await openFormInThread(runtime, user.workplaceId, form, occasion)).values, fileId)
}

function names(value: unknown, fileId: string): boolean {
  if (typeof value !== 'object' || value === null) return false
  if ('id' in value && value.id === fileId) return true
  return Object.values(value).some((inner) => names(inner, fileId))
}
