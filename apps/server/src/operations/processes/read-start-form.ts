import type { StartEvent } from '@millrace/bpmn'
import type { Command, PlainVariable } from '@millrace/engine'
import type { Person } from '../../platform/auth/user.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { startSubject } from '../../runtime/forms/drafts.ts'
import { keepFilesStatements, readFileVariables } from '../../runtime/forms/files.ts'
import { readSubmitted } from '../../runtime/forms/read-submitted.ts'
import type { FieldClaim } from '../../runtime/look-ups/field-claims.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { readFormInThread } from '../../runtime/threads/fill-form.ts'
import { type GivenValues, toSubmission } from '../given-values.ts'
import { loadStartForm } from './load-start-form.ts'
import { noSuchProcess } from './policy.ts'

export type StartCommand = Extract<Command, { type: 'startInstance' }>

/**
 * A valid submission of a start form: the command that starts the process, and further statements of the same commit.
 */
export interface ReadStart {
  /** The key under which drafts of the start form are stored. */
  readonly subject: string
  readonly command: StartCommand
  readonly extra: readonly Statement[]
  /** The chosen values that `refuseUnoffered` has to check after the reading. */
  readonly claims: readonly FieldClaim[]
}

/** Reads the variables with which a filled-in start form starts its process. Does not check permissions. */
export async function readStartForm(
  runtime: Runtime,
  tx: Tx,
  {
    user,
    row,
    given,
    businessKey,
  }: {
    user: Person
    row: { readonly id: string; readonly key: string; readonly tenant_id: string | null }
    given: GivenValues
    businessKey: string | null
  },
): Promise<ReadStart | Refusal> {
  const timeZone = given.kind === 'form' ? given.submission.timeZone : runtime.zone
  const loaded = await loadStartForm(runtime, tx, { user, id: row.id, timeZone })
  if (loaded === null) return noSuchProcess()
  const { form, occasion, definition, start } = loaded
  const { workplaceId, username } = user
  const instanceId = runtime.newId()
  const submission = toSubmission(given, form, timeZone)
  const place = { workplaceId, username, instanceId }
  const submitted = await readSubmitted(tx, place, form, submission)
  const result = await readFormInThread(runtime, workplaceId, form, { ...submitted, occasion })
  if (result instanceof Refusal) return result
  const variables = [...result.variables, ...(await readFileVariables(runtime, tx, workplaceId, result.files))]
  return {
    subject: startSubject(row),
    command: {
      type: 'startInstance',
      definition,
      instanceId,
      businessKey: businessKey || businessKeyOf(start, variables),
      variables: variables.filter(({ name }) => name !== start?.form?.businessKeyField),
      startElementId: start?.id ?? null,
      tenantId: row.tenant_id,
    },
    extra: keepFilesStatements(place, result.files),
    claims: result.claims,
  }
}

/** Returns the field that a model of Camunda names as the business key, which is no variable. */
function businessKeyOf(start: StartEvent | undefined, variables: readonly PlainVariable[]): string | null {
  const field = start?.form?.businessKeyField
  const value = field == null ? null : (variables.find(({ name }) => name === field)?.value.value ?? null)
  return value === null || value === '' || value instanceof Uint8Array ? null : String(value).slice(0, 255)
}
