import { sql } from 'kysely'
import { BinaryAnswer, type Call } from '../http/call.ts'
import { invalid, notFound } from '../http/rest-refusal.ts'
import { runSql } from '../query/list-query.ts'

export interface FormRef {
  readonly key: string
  readonly binding: string
  readonly version: number | null
}

export interface FormAddress {
  readonly key: string | null
  readonly ref: FormRef | null
  /** The id of the definition that the form belongs to. */
  readonly deploymentId: string
}

/** Returns the deployed file that a form key or a form reference names. @throws RestRefusal */
export async function readDeployedForm(call: Call, { key, ref, deploymentId }: FormAddress): Promise<BinaryAnswer> {
  if (key !== null) return readByKey(call, key, deploymentId)
  if (ref !== null) return readByRef(call, ref, deploymentId)
  throw invalid("One of the attributes 'formKey' and 'camunda:formRef' must be supplied but none were set.", 0)
}

async function readByKey(call: Call, key: string, deploymentId: string): Promise<BinaryAnswer> {
  const isOfCamunda = key.startsWith('camunda-forms:')
  const rest = isOfCamunda ? key.slice('camunda-forms:'.length) : withoutPrefix(key, 'embedded:')
  if (!rest.startsWith('deployment:')) throw invalid(`The form key '${key}' does not reference a deployed form.`, 0)
  const name = rest.slice('deployment:'.length)
  const bytes = await findResource(call, name, deploymentId)
  if (bytes === null)
    throw notFound(`The form with the resource name '${name}' cannot be found in deployment with id ${deploymentId}`, 0)
  return new BinaryAnswer(bytes, isOfCamunda ? 'application/json' : 'application/xhtml+xml', null)
}

function withoutPrefix(text: string, prefix: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length) : text
}

async function readByRef(call: Call, { key, binding, version }: FormRef, deploymentId: string): Promise<BinaryAnswer> {
  const name = `${key}.form`
  const own = binding === 'deployment' ? await findResource(call, name, deploymentId) : null
  const bytes = own ?? (binding === 'deployment' ? null : await findVersion(call, { name, version, deploymentId }))
  if (bytes === null)
    throw notFound(
      `No Camunda Form Definition was found for Camunda Form Ref: CamundaFormRef [key=${key}, binding=${binding}, version=${version}]`,
      0,
    )
  return new BinaryAnswer(bytes, 'application/json', null)
}

async function findResource(call: Call, name: string, deploymentId: string): Promise<Uint8Array | null> {
  const { workplaceId } = call.actor
  const [row] = await call.runtime.db.read(call.actor, (tx) =>
    runSql<{ bytes: Uint8Array }>(
      tx,
      sql`select bytes from deployment_resource where workplace_id = ${workplaceId}::uuid and deployment_id = ${deploymentId}::uuid and name = ${name}`,
    ),
  )
  return row?.bytes ?? null
}

/** Forms are counted by the deployments of the tenant: the first one that has the file is version 1. */
async function findVersion(
  call: Call,
  {
    name,
    version,
    deploymentId,
  }: { readonly name: string; readonly version: number | null; readonly deploymentId: string },
): Promise<Uint8Array | null> {
  const { workplaceId } = call.actor
  const place =
    version === null
      ? sql`p.deployed_at desc, p.id desc limit 1`
      : sql`p.deployed_at, p.id offset ${version - 1} limit 1`
  if (version !== null && version < 1) return null
  const [row] = await call.runtime.db.read(call.actor, (tx) =>
    runSql<{ bytes: Uint8Array }>(
      tx,
      sql`select r.bytes from deployment_resource r join deployment p on p.workplace_id = r.workplace_id and p.id = r.deployment_id
        where r.workplace_id = ${workplaceId}::uuid
          and p.tenant_id is not distinct from (select o.tenant_id from deployment o where o.workplace_id = ${workplaceId}::uuid and o.id = ${deploymentId}::uuid)
          and (r.name = ${name} or right(r.name, ${name.length + 1}) = ${`/${name}`}) order by ${place}`,
    ),
  )
  return row?.bytes ?? null
}
