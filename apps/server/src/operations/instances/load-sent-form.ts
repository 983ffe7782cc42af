import type { UserTask } from '@millrace/bpmn'
import type { Definition } from '@millrace/engine'
import { membershipsOf, type Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import { listTopStarts } from '../../runtime/deploy/start-events.ts'
import { listInstanceFiles } from '../../runtime/forms/files.ts'
import { type LoadedForm, loadForm } from '../../runtime/forms/load-form.ts'
import type { FormOccasion } from '../../runtime/forms/open-form.ts'
import { readVariablesThen } from '../../runtime/forms/variables-then.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** A submitted form: of a task, or without a task, of the start of an instance. */
export interface SentForm {
  /** The id of the task; `start`. */
  readonly id: string
  readonly task_key: string | null
  readonly element_id: string
  readonly ended_by: string | null
  readonly ended_at: Date
}

/** The instance in which forms were sent, and how it was started. */
export interface SentPlace {
  readonly id: string
  readonly root_id: string
  readonly definition_id: string
  readonly caller_instance_id: string | null
  readonly start_element_key: string | null
}

/** Finds the start event whose form was sent; undefined when the instance was called or started without a form. */
export function findSentStart({ model }: Definition, { start_element_key, caller_instance_id }: SentPlace) {
  if (caller_instance_id !== null) return undefined
  return listTopStarts(model).find(({ id, form }) => id === start_element_key && form !== null)
}

/**
 * Returns a submitted form in the version that was used, with the values at that time. Null if it is no longer known.
 */
export async function loadSentForm(
  runtime: Runtime,
  tx: Tx,
  { user, place, sent, timeZone }: { user: Person; place: SentPlace; sent: SentForm; timeZone: string },
): Promise<{ form: LoadedForm; occasion: FormOccasion } | null> {
  const { workplaceId } = user
  const definition = await getProcess(runtime, tx, workplaceId, { by: 'id', id: place.definition_id })
  if (definition === null) return null
  const start = findSentStart(definition, place)
  if (sent.task_key === null && start === undefined) return null
  const elementId = sent.task_key ?? start?.id ?? ''
  const element = definition.model.elements[elementId] as UserTask | undefined
  const model = (sent.task_key === null ? start?.form : element?.form) ?? null
  const moment = {
    workplaceId,
    instanceId: place.id,
    rootId: place.root_id,
    taskId: sent.task_key === null ? null : sent.id,
    elementId: sent.element_id,
    at: sent.ended_at,
  }
  const form = await loadForm(
    runtime,
    tx,
    { workplaceId, definition, elementId, form: model, formKey: model?.key?.text ?? null },
    () => readVariablesThen(tx, { ...moment, isBefore: true }),
  )
  const [variables, files] = await Promise.all([
    readVariablesThen(tx, { ...moment, isBefore: false }),
    listInstanceFiles(tx, workplaceId, place.id),
  ])
  const occasion = {
    variables,
    files,
    timeZone,
    dayZone: runtime.zone,
    now: sent.ended_at,
    userId: sent.ended_by ?? user.username,
    memberships: membershipsOf(user),
  }
  return { form, occasion }
}
