import type { User } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import type { LoadedForm } from '../../runtime/forms/load-form.ts'
import type { FormOccasion } from '../../runtime/forms/open-form.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { openFormAside } from '../../runtime/threads/fill-form.ts'
import { loadSentForm, type SentPlace } from '../instances/load-sent-form.ts'
import { loadTaskForm } from '../tasks/load-task-form.ts'
import { loadTaskFor } from '../tasks/task.ts'

/** A file that a form of an instance holds. */
interface HeldFile {
  readonly id: string
  readonly instanceId: string
}

interface Opening {
  readonly form: LoadedForm
  readonly occasion: FormOccasion
}

/** Forms of each kind that are looked at, the newest first. */
const most = 20

/**
 * Whether a form that the user may open shows him that file: of a task of the instance that is open and that he may see, or
 * one that he has sent. Each is opened as he would open it, so what is for other roles shows him nothing.
 */
export async function isShown(runtime: Runtime, user: User, file: HeldFile): Promise<boolean> {
  for (const list of [listOpen, listSent])
    for (const load of await runtime.db.read(user, (tx) => list(tx, user, file.instanceId))) {
      const opening = await runtime.db.read(user, (tx) => load(runtime, tx, user))
      if (opening !== null && (await shows(runtime, user, opening, file.id))) return true
    }
  return false
}

type Load = (runtime: Runtime, tx: Tx, user: User) => Promise<Opening | null>

async function listOpen(tx: Tx, { workplaceId, username }: User, instanceId: string): Promise<Load[]> {
  const [rows] = await tx.batch([
    {
      name: 'tasks_with_files',
      text: `select id from task where workplace_id = $1 and instance_id = $2 order by assignee is not distinct from $3 desc, id desc limit ${most}`,
      values: [workplaceId, instanceId, username],
    },
  ])
  return (rows ?? []).map(([id]) => async (runtime, tx, user) => {
    const task = await loadTaskFor(tx, user, { id: id ?? '', action: 'see' })
    return task instanceof Refusal ? null : loadTaskForm(runtime, tx, { user, task, timeZone: 'UTC' })
  })
}

async function listSent(tx: Tx, { workplaceId, username }: User, instanceId: string): Promise<Load[]> {
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
  return (rows ?? []).map(([id, task_key = null, element_id, ended_by = null, ended_at]) => (runtime, tx, user) => {
    const sent = { id: id ?? '', task_key, element_id: element_id ?? '', ended_by, ended_at: new Date(ended_at ?? 0) }
    return loadSentForm(runtime, tx, { user, place, sent, timeZone: 'UTC' })
  })
}

/** After the reading: it may take a while, and holds no connection. */
async function shows(runtime: Runtime, user: User, { form, occasion }: Opening, fileId: string): Promise<boolean> {
  const held = [...occasion.files.values()].some((files) => files.some(({ id }) => id === fileId))
  return held && names((await openFormAside(runtime, user.workplaceId, form, occasion)).values, fileId)
}

function names(value: unknown, fileId: string): boolean {
  if (typeof value !== 'object' || value === null) return false
  if ('id' in value && value.id === fileId) return true
  return Object.values(value).some((inner) => names(inner, fileId))
}
