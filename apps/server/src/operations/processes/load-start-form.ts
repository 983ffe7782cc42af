import type { StartEvent } from '@millrace/bpmn'
import type { Definition } from '@millrace/engine'
import { membershipsOf, type Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import { listTopStarts } from '../../runtime/deploy/start-events.ts'
import { type LoadedForm, loadForm } from '../../runtime/forms/load-form.ts'
import type { FormOccasion } from '../../runtime/forms/open-form.ts'
import { noVariables } from '../../runtime/forms/variables.ts'
import type { Runtime } from '../../runtime/runtime.ts'

export interface LoadedStart {
  readonly form: LoadedForm
  readonly occasion: FormOccasion
  readonly definition: Definition
  readonly start: StartEvent | undefined
}

/**
 * Loads the form that starts a version of a process, with its initial values for this user; null when the process does
 * not exist.
 */
export async function loadStartForm(
  runtime: Runtime,
  tx: Tx,
  { user, id, timeZone }: { user: Person; id: string; timeZone: string },
): Promise<LoadedStart | null> {
  const { workplaceId, username } = user
  const definition = await getProcess(runtime, tx, workplaceId, { by: 'id', id })
  if (definition === null) return null
  const start = listTopStarts(definition.model).find(({ definitions }) => definitions.length === 0)
  const place = {
    workplaceId,
    definition,
    elementId: start?.id ?? '',
    form: start?.form ?? null,
    formKey: start?.form?.key?.text ?? null,
  }
  const form = await loadForm(runtime, tx, place, async () => noVariables)
  return {
    form,
    definition,
    start,
    occasion: {
      variables: noVariables,
      files: new Map(),
      timeZone,
      dayZone: runtime.zone,
      now: runtime.clock(),
      userId: username,
      memberships: membershipsOf(user),
    },
  }
}
