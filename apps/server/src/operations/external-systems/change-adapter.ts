import type { AdapterSettings } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import type { OperationContext } from '../operation-context.ts'
import { change } from '../records/change-record.ts'
import type { ExternalChange } from './change-external-system.ts'
import { connectionKinds, refuseAdapterSettings } from './check-adapter.ts'
import { externalRecords } from './external-kinds.ts'

/** Changes an adapter. Forms use the change immediately. */
export function changeAdapter(
  context: OperationContext,
  request: Request,
  { id, name, description, revision, settings }: ExternalChange & { readonly settings: AdapterSettings },
): Promise<Refusal | null> {
  return change(context, request, externalRecords.adapter, {
    ref: id,
    revision,
    columns: (_, { kind }) =>
      refuseAdapterSettings(settings, connectionKinds[kind]) ?? {
        name,
        description,
        settings: JSON.stringify(settings),
      },
  })
}
