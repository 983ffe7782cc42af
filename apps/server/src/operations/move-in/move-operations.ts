import { isOfOtherTenant } from './is-of-other-tenant.ts'
import { moveRows } from './move-rows.ts'
import type { Moving } from './moving.ts'

interface OperationRow {
  readonly id_: string
  readonly deployment_id_: string | null
  readonly proc_def_id_: string | null
  readonly proc_def_key_: string | null
  readonly root_proc_inst_id_?: string | null
  readonly proc_inst_id_: string | null
  readonly execution_id_: string | null
  readonly task_id_: string | null
  readonly job_id_: string | null
  readonly job_def_id_: string | null
  readonly batch_id_: string | null
  readonly user_id_: string | null
  readonly timestamp_: string
  readonly operation_type_: string | null
  readonly operation_id_: string | null
  readonly entity_type_: string | null
  readonly property_: string | null
  readonly org_value_: string | null
  readonly new_value_: string | null
  readonly tenant_id_: string | null
  readonly category_: string | null
  readonly external_task_id_?: string | null
  readonly annotation_?: string | null
}

/** Moves the log of user operations, once. */
export async function moveOperations(moving: Moving): Promise<void> {
  const { actor, ids, source, report, since, from } = moving
  const portion = { size: 200, after: from.after }
  let { done } = from
  const { workplaceId } = actor
  const idOrNull = (id: string | null | undefined) => (id == null ? null : ids.of(id))
  const portions =
    since === null
      ? source.portions<OperationRow>('act_hi_op_log', 'true', [], portion)
      : source.portions<OperationRow>('act_hi_op_log', 't.timestamp_ >= $1', [source.localTime(since)], portion)
  for await (const all of portions) {
    const rows = all.filter(({ tenant_id_ }) => !isOfOtherTenant(moving, tenant_id_))
    await moveRows(moving, {
      kind: 'operation',
      title: 'user operations',
      rows,
      idOf: ({ id_ }) => id_,
      write: (row) => {
        const omission = { table: 'ACT_HI_OP_LOG', id: row.id_ }
        if (row.user_id_ === null) {
          report.leave(
            {
              ...omission,
              code: 'operation-without-user',
              message: `Operation ${row.id_} names no user.`,
              isExpected: true,
            },
            { isListed: false },
          )
          return []
        }
        // Who started an instance is read from the instance.
        if (row.entity_type_ === 'ProcessInstance' && row.operation_type_ === 'Create') {
          report.leave(
            {
              ...omission,
              code: 'known-by-instance',
              message: `The start of ${row.proc_inst_id_} is part of its history.`,
              isExpected: true,
            },
            { isListed: false },
          )
          return []
        }
        const operationId = ids.of(row.operation_id_ ?? row.id_)
        return [
          {
            name: 'operation_log_move',
            text: `insert into operation_log (workplace_id, id, operation_id, at, user_id, operation_type, entity_type, category, property, org_value, new_value,
                deployment_id, definition_id, process_key, root_id, instance_id, execution_id, task_id, job_id, job_definition_id, external_task_id, batch_id, tenant_id)
              values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23) on conflict do nothing`,
            values: [
              workplaceId,
              ids.ordered(row.id_, row.timestamp_),
              operationId,
              row.timestamp_,
              row.user_id_,
              row.operation_type_ ?? '',
              row.entity_type_ ?? '',
              row.category_ ?? 'Operator',
              row.property_,
              row.org_value_,
              row.new_value_,
              idOrNull(row.deployment_id_),
              idOrNull(row.proc_def_id_),
              row.proc_def_key_,
              idOrNull(row.root_proc_inst_id_),
              idOrNull(row.proc_inst_id_),
              idOrNull(row.execution_id_),
              idOrNull(row.task_id_),
              idOrNull(row.job_id_),
              idOrNull(row.job_def_id_),
              idOrNull(row.external_task_id_),
              idOrNull(row.batch_id_),
              row.tenant_id_,
            ],
          },
          ...(row.annotation_ == null
            ? []
            : [
                {
                  name: 'operation_annotation_move',
                  text: 'insert into operation_annotation (workplace_id, operation_id, annotation, set_at, set_by) values ($1, $2, $3, $4, $5) on conflict do nothing',
                  values: [workplaceId, operationId, row.annotation_, row.timestamp_, row.user_id_],
                },
              ]),
        ]
      },
    })
    if (moving.isStopped()) return
    done += all.length
    await moving.reached({ after: all.at(-1)?.id_ ?? '', done, total: null })
  }
}
