import { isDeepStrictEqual } from 'node:util'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { changeAdapter } from '../external-systems/change-adapter.ts'
import { createAdapter } from '../external-systems/create-adapter.ts'
import { findExternal } from '../external-systems/external.ts'
import { externalRecords } from '../external-systems/external-kinds.ts'
import { refuseIntegrator } from '../external-systems/policy.ts'
import type { OperationContext } from '../operation-context.ts'
import { noSuch } from '../records/find-record.ts'
import { type ImportPlan, type PlannedRequest, planImport, readDescriptionText } from './plan-import.ts'

export interface AdapterImport {
  readonly apiId: string
  readonly text: string
  /** Requests of the description. */
  readonly refs: readonly string[]
}

/**
 * Reads an OpenAPI or WSDL description or a Postman collection, and compares it with the existing adapters. Nothing is changed.
 */
export async function previewImport(
  context: Pick<OperationContext, 'db' | 'runtime'>,
  request: Request,
  { apiId, text }: Pick<AdapterImport, 'apiId' | 'text'>,
): Promise<ImportPlan | Refusal> {
  return refuseIntegrator(request.user) ?? findPlan(context, request, { apiId, text })
}

/**
 * Creates adapters from requests of a description, and changes adapters of this API that have their keys. All requests
 * are checked before the first adapter is written. If writing one fails, the import ends, and the message names the
 * adapters that were written.
 */
export async function importAdapters(
  context: OperationContext,
  request: Request,
  { apiId, text, refs }: AdapterImport,
): Promise<{ readonly created: number; readonly changed: number } | Refusal> {
  const refusal = refuseIntegrator(request.user)
  if (refusal !== null) return refusal
  const plan = await findPlan(context, request, { apiId, text })
  if (plan instanceof Refusal) return plan
  const chosen = plan.requests.filter(({ request: { ref } }) => refs.includes(ref))
  const missing = refs.find((ref) => !chosen.some(({ request: { ref: known } }) => known === ref))
  if (missing !== undefined)
    return refuse('external.invalid', `Expected the request “${missing}” in the description, but it does not exist.`)
  const taken = chosen.find(({ state }) => state === 'taken')
  if (taken !== undefined)
    return refuse(
      'thing.key-taken',
      `Expected a free key for “${taken.request.name}”, but an adapter of another API has the key “${taken.request.key}”. Leave the request out.`,
    )
  const unfit = chosen.find(({ state }) => state === 'unfit')
  if (unfit !== undefined)
    return refuse(
      'external.invalid',
      `Expected requests that an adapter can have, but “${unfit.request.name}” is none: ${unfit.request.notes.at(-1)} Leave it out.`,
    )
  let [created, changed] = [0, 0]
  for (const one of chosen) {
    const written = await writeOne(context, request, apiId, one)
    if (written instanceof Refusal)
      return refuse(
        written.code,
        `${written.message} The request “${one.request.name}” was not imported. ${created + changed} requests before it were.`,
        written.details,
        written.kind,
      )
    if (written === 'created') created += 1
    if (written === 'changed') changed += 1
  }
  return { created, changed }
}

async function writeOne(
  context: OperationContext,
  request: Request,
  apiId: string,
  { request: { name, key, description }, existing, settings }: PlannedRequest,
): Promise<'created' | 'changed' | 'same' | Refusal> {
  if (existing === null) {
    const made = await createAdapter(context, request, { apiId, name, key, description, settings })
    return made instanceof Refusal ? made : 'created'
  }
  if (isDeepStrictEqual(existing.settings, settings)) return 'same'
  const known = await context.db.read(request, (tx) => findExternal(tx, request.workplaceId, 'adapter', existing.id))
  if (known === null) return noSuch(externalRecords.adapter)
  // An import does not change the name and the description that users gave the adapter.
  const about = { name: known.name, description: known.description }
  const { id, revision } = existing
  return (await changeAdapter(context, request, { id, revision, ...about, settings })) ?? 'changed'
}

async function findPlan(
  { db, runtime }: Pick<OperationContext, 'db' | 'runtime'>,
  request: Request,
  { apiId, text }: Pick<AdapterImport, 'apiId' | 'text'>,
): Promise<ImportPlan | Refusal> {
  const read = await readDescriptionText(runtime, request.workplaceId, text)
  if (read instanceof Refusal) return read
  return db.read(request, async (tx) => {
    const api = await findExternal(tx, request.workplaceId, 'api', apiId)
    if (api === null) return noSuch(externalRecords.api)
    const connection = await findExternal(tx, request.workplaceId, 'connection', api.connection_id)
    if (connection?.kind !== 'rest')
      return refuse('external.invalid', 'Expected an API with a REST connection, but it has another connection.')
    return planImport(tx, api, read)
  })
}
