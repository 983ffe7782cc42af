import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { createGroup } from '../groups/create-group.ts'
import { deleteGroup } from '../groups/delete-group.ts'
import { restoreGroup } from '../groups/restore-group.ts'
import type { OperationContext } from '../operation-context.ts'
import { type ProvisionedGroup, writeProvisionedGroup } from './provisioned-group.ts'

/** Keys that are tried for one name. */
const maxKeys = 50

/**
 * Creates a group for a provisioning client. If a client has deleted a group with this name, that group is restored
 * with its roles instead.
 *
 * @returns the id.
 */
export async function createProvisionedGroup(
  context: OperationContext,
  request: Request,
  wanted: ProvisionedGroup,
): Promise<string | Refusal> {
  const leaver = await findDeleted(context, request, wanted.name)
  if (leaver !== null) {
    const restored = leaver.isDisabled ? await restoreGroup(context, request, { id: leaver.id }) : null
    return restored ?? (await writeProvisionedGroup(context, request, leaver.id, wanted)) ?? leaver.id
  }
  const made = await createWithKey(context, request, wanted.name)
  if (made instanceof Refusal) return made
  const refusal = await writeProvisionedGroup(context, request, made.id, wanted)
  if (refusal === null) return made.id
  // Nothing is left of a group that was refused.
  await deleteGroup(context, request, made.key)
  return refusal
}

async function findDeleted({ db }: OperationContext, request: Request, name: string) {
  const { workplaceId } = request
  const [found] = await db.read(request, (tx) =>
    runSql<{ id: string; isDisabled: boolean }>(
      tx,
      sql`select g.id, g.is_disabled as "isDisabled" from user_group g
        join scim_identity i on i.workplace_id = g.workplace_id and i.kind = 'group' and i.subject_id = g.id and i.deleted_at is not null
        where g.workplace_id = ${workplaceId} and lower(g.name) = lower(${name}) order by i.deleted_at desc limit 1`,
    ),
  )
  return found ?? null
}

/** Models name a group by its key, which is made of its name. */
async function createWithKey(
  context: OperationContext,
  request: Request,
  name: string,
): Promise<{ readonly id: string; readonly key: string } | Refusal> {
  const start =
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}_-]/gu, '-')
      .slice(0, 40) || 'group'
  for (let count = 1; count <= maxKeys; count++) {
    const key = count === 1 ? start : `${start}-${count}`
    const id = await createGroup(context, request, { key, name })
    if (!(id instanceof Refusal)) return { id, key }
    if (id.code !== 'thing.key-taken') return id
  }
  return refuse('thing.key-taken', `Expected a free key for the group “${name}”, but there are too many like it.`)
}
