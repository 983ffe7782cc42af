import type { MigrationPlan, PlainVariable } from '@millrace/engine'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { type CommitExtras, carryOut, carryOutForAll } from '../carry-out.ts'
import type { OperationContext } from '../operation-context.ts'
import { readVersions } from '../processes/migration-plan.ts'
import { refuseRestricted, refuseShowing } from '../variables/policy.ts'
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
  const refusal = await refuseMigration(context, request, migration, ids)
  if (refusal !== null) return refusal
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
  const refusal = await refuseMigration(context, request, migration, [id])
  if (refusal !== null) return refusal
  const order = { target: { by: 'instance', id }, command: migrationOf(id, migration), gone: instanceIsOver } as const
  const done = await carryOut(context, request, order, extras)
  return done instanceof Refusal ? done : null
}

/**
 * Checks that the user may migrate instances by a plan, and may see the restricted variables that it would write or show.
 * Returns null if so, otherwise a refusal.
 */
export async function refuseMigration(
  context: OperationContext,
  request: Request,
  { plan, variables }: Migration,
  ids: readonly string[],
): Promise<Refusal | null> {
  const versions = await readVersions(context, request, { versions: plan, right: 'instances.operate' })
  if (versions instanceof Refusal) return versions
  const shown = refuseShowing(request, versions)
  if (shown !== null) return shown
  const names = variables.map(({ name }) => name)
  for (const id of ids) {
    const refusal = await refuseRestricted(context, request, id, names)
    if (refusal !== null) return refusal
  }
  return null
}

export function migrationOf(instanceId: string, migration: Migration) {
  return { type: 'migrateInstance', instanceId, ...migration } as const
}
