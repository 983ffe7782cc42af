import type { Request } from '../../../../platform/auth/request.ts'
import type { Refusal } from '../../../../platform/errors/refusal.ts'
import type { ExternalKind } from '../../../external-systems/external-kinds.ts'
import { externalRecords } from '../../../external-systems/external-kinds.ts'
import { refuseIntegrator } from '../../../external-systems/policy.ts'
import { restoreExternal } from '../../../external-systems/restore-external.ts'
import { textOf } from '../read-columns.ts'
import type { RestorableKind, RestoreContext, RestoreWriting } from '../restorable-kind.ts'

/** The properties that external systems and their parts have in common. */
export function partsOfExternal(kind: ExternalKind) {
  const { one, table } = externalRecords[kind]
  return {
    one,
    table,
    keys: ['id'],
    hasRevision: true,
    canBeDisabled: true,
    defaults: { description: '' },
    refuse: refuseIntegrator,
  } as const satisfies Partial<RestorableKind>
}

/** Enables an external object that is disabled. Returns null on success, otherwise a refusal. */
export async function enableExternal(
  context: RestoreContext,
  request: Request,
  kind: ExternalKind,
  { key: [id], isEnabled }: RestoreWriting,
): Promise<Refusal | null> {
  return isEnabled ? restoreExternal(context, request, { kind, id }) : null
}

/**
 * Returns the fields that every change of an external system, API or adapter has: id, revision, name and description.
 */
export function aboutExternal({ key: [id], target, revision }: RestoreWriting) {
  return { id, revision, name: textOf(target, 'name'), description: textOf(target, 'description') }
}
