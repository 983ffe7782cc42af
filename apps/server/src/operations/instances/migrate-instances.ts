import type { MigrationPlan, PlainVariable } from '@millrace/engine'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { type CommitExtras, carryOut, carryOutForAll } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { readVersions } from '../processes/migration-plan.ts'
import { instanceIsOver } from './instance.ts'

/** A migration of instances: the target version, the mapping of elements, and the options. */
export interface Migration {
  readonly plan: MigrationPlan
  /** Set in each. */
  readonly variables: readonly PlainVariable[]
  readonly skipsListeners: boolean
  readonly skipsIoMappings: boolean
  /** Why. It is kept with who did it. */
  readonly note: string | null
}

/**
 * Migrates instances to another version by a plan, all of them or none. Returns null on success, otherwise a refusal.
 */
export async function migrateInstances(
  context: OperationContext,
  request: Request,
  { ids, ...migration }: Migration & { readonly ids: readonly string[] },
): Promise<Refusal | null> {
  const versions = await readVersions(context, request, { versions: migration.plan, right: 'instances.operate' })
  if (versions instanceof Refusal) return versions
  return carryOutForAll(context, request, {
    by: 'instance',
    ids,
    commandFor: (id) => migrationOf(id, migration),
    gone: instanceIsOver,
  })
}

/** Migrates one instance to another version by a plan. Returns null on success, otherwise a refusal. */
export async function migrateInstance(
  context: OperationContext,
  request: Request,
  { id, ...migration }: Migration & { readonly id: string },
  extras: CommitExtras,
): Promise<Refusal | null> {
  const versions = await readVersions(context, request, { versions: migration.plan, right: 'instances.operate' })
  if (versions instanceof Refusal) return versions
  const order = { target: { by: 'instance', id }, command: migrationOf(id, migration), gone: instanceIsOver } as const
  const done = await carryOut(context, request, order, extras)
  return done instanceof Refusal ? done : null
}

export function migrationOf(instanceId: string, migration: Migration) {
  return { type: 'migrateInstance', instanceId, ...migration } as const
}
