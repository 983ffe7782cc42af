import { serialize } from 'node:v8'
import { type ChangedRows, changedRows, type Event, type InstanceState, type UndoableChange } from '@millrace/engine'
import type { Statement } from '../../platform/db/batch.ts'
import { undoFormat } from '../undo-format.ts'
import { bytesLiteral } from './variable-statements.ts'

/** Bytes of rows that are kept: what is more cannot be undone. */
const most = 512 * 1024

/** More rows than that take more than `most`, each at least its id: they need not be serialized to know. */
const mostRows = most / 32

interface Change {
  readonly workplaceId: string
  readonly userId: string | null
  readonly at: Date
  readonly revision: number
  /** Whether it is all that its unit does to the root, and nothing has left the instance. */
  readonly isAlone: boolean
}

/**
 * Returns the statements that store how a change of an operator can be undone, in place of the previous change of the
 * instance.
 */
export function undoStatements(state: InstanceState, events: readonly Event[], change: Change): Statement[] {
  const { workplaceId, userId, at, revision, isAlone } = change
  if (userId === null) return []
  const made = changeOf(events)
  if (made === null) return []
  const rows = isAlone ? changedRows(state) : null
  const content = rows === null || countRows(rows) > mostRows ? null : serialize(rows)
  if (content === null || content.length > most)
    return [
      {
        name: 'instance_undo_forget',
        text: 'delete from instance_undo where workplace_id = $1 and root_id = $2',
        values: [workplaceId, state.rootId],
      },
    ]
  return [
    {
      name: 'instance_undo_keep',
      text: `insert into instance_undo (workplace_id, root_id, instance_id, what, revision, at, user_id, format, content) values ($1, $2, $3, $4, $5, $6, $7, $8, $9::bytea)
        on conflict (workplace_id, root_id) do update set instance_id = excluded.instance_id, what = excluded.what, revision = excluded.revision, at = excluded.at,
          user_id = excluded.user_id, format = excluded.format, content = excluded.content`,
      values: [
        workplaceId,
        state.rootId,
        made.instanceId,
        made.what,
        revision,
        at.toISOString(),
        userId,
        undoFormat,
        bytesLiteral(content),
      ],
    },
  ]
}

function countRows({ before, made }: ChangedRows): number {
  return [...Object.values(before), ...Object.values(made)].reduce((sum, { length }) => sum + length, 0)
}

function changeOf(events: readonly Event[]): { readonly instanceId: string; readonly what: UndoableChange } | null {
  const [first] = events
  for (const event of events) {
    if (event.type === 'instanceModified') return { instanceId: event.instanceId, what: 'modification' }
    if (event.type === 'instanceMigrated') return { instanceId: event.instanceId, what: 'migration' }
  }
  // Values alone are written by nothing but a call for that.
  if (first === undefined || !events.every(({ type }) => type === 'variableSet' || type === 'variableRemoved'))
    return null
  return first.type === 'variableSet' || first.type === 'variableRemoved'
    ? { instanceId: first.variable.instanceId, what: 'variables' }
    : null
}
