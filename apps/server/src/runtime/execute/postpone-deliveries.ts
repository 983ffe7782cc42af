import { jobData, noNotes } from '@millrace/engine'
import type { OpenUnit, Thrown } from './open-unit.ts'

/**
 * Creates jobs that deliver an effect later, one for each remaining subscription. Receivers need no lock, because a job
 * changes nothing of its root until it runs. Jobs of suspended instances wait.
 */
export function postponeDeliveries(unit: OpenUnit, effect: Thrown, subscriptionIds: readonly string[]): void {
  const { runtime, actor } = unit
  const { variables, thrower } = effect
  const businessKey = effect.kind === 'message' ? effect.businessKey : null
  unit.write([
    {
      name: 'job_postpone_delivery',
      text: `insert into job (workplace_id, id, root_id, instance_id, element_id, definition_id, element_key, kind, retries, priority, is_exclusive, is_suspended, data, created_at, tenant_id)
        select s.workplace_id, new.id, s.root_id, s.instance_id, s.element_id, s.definition_id, s.element_key, 'delivery', 3, 0, true, coalesce(i.is_suspended, false),
          $4::jsonb || jsonb_build_object('subscriptionId', s.id), $5, s.tenant_id
        from unnest($2::uuid[], $3::uuid[]) new (subscription_id, id)
        join subscription s on s.workplace_id = $1 and s.id = new.subscription_id
        left join instance i on i.workplace_id = s.workplace_id and i.id = s.instance_id`,
      values: [
        actor.workplaceId,
        subscriptionIds,
        subscriptionIds.map(() => runtime.newId()),
        JSON.stringify(jobData.delivery.encode({ subscriptionId: '', variables, businessKey, thrower, ...noNotes })),
        runtime.clock().toISOString(),
      ],
    },
  ])
  unit.announce()
}
