import { moveRows } from '../move-rows.ts'
import type { Moving } from '../moving.ts'
import { namePermissions } from './permissions.ts'

interface AuthorizationRow {
  readonly id_: string
  readonly type_: number
  readonly user_id_: string | null
  readonly group_id_: string | null
  readonly resource_type_: number
  readonly resource_id_: string | null
  readonly perms_: number
}

/** Moves authorizations. */
export async function moveAuthorizations(moving: Moving): Promise<void> {
  const { actor, ids, source, report } = moving
  const rows = await source.select<AuthorizationRow>('act_ru_authorization', 'true order by id_')
  await moveRows(moving, {
    kind: 'authorization',
    title: 'authorizations',
    rows,
    idOf: ({ id_ }) => id_,
    write: ({ id_, type_, user_id_, group_id_, resource_type_, resource_id_, perms_ }) => {
      const permissions = namePermissions(type_, resource_type_, perms_)
      if (permissions === null) {
        report.leave({
          code: 'resource-unknown',
          table: 'ACT_RU_AUTHORIZATION',
          id: id_,
          message: `The authorization ${id_} is for resources of type ${resource_type_}, which do not exist here.`,
        })
        return []
      }
      return [
        {
          name: 'user_authorization_move',
          text: `insert into user_authorization (workplace_id, id, type, user_id, group_id, resource_type, resource_id, permissions)
            values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
          values: [
            actor.workplaceId,
            ids.of(id_),
            type_,
            user_id_,
            group_id_,
            resource_type_,
            idOfResource(moving, resource_type_, resource_id_),
            permissions,
          ],
        },
      ]
    },
  })
}

/** Resources that have another id here: filters, tasks, instances, deployments and batches of sources that count. */
function idOfResource({ ids }: Moving, type: number, id: string | null): string | null {
  const isRow = [5, 7, 8, 9, 13, 19, 20].includes(type)
  return id === null || id === '*' || !isRow || !/^\d+$/.test(id) ? id : ids.of(id)
}
