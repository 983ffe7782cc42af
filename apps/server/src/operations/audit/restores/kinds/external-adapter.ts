import { adapterSettings } from '@millrace/contract'
import { changeAdapter } from '../../../external-systems/change-adapter.ts'
import type { RestorableKind } from '../restorable-kind.ts'
import { oldValues, unfit } from '../unfit.ts'
import { aboutExternal, enableExternal, partsOfExternal } from './external.ts'

/** Adapters of external systems. */
export const externalAdapter: RestorableKind = {
  ...partsOfExternal('adapter'),
  columns: ['name', 'description', 'settings'],
  async write(context, request, writing) {
    const refusal = await enableExternal(context, request, 'adapter', writing)
    if (refusal !== null || writing.changed.size === 0) return refusal
    const { data: settings } = adapterSettings.safeParse(writing.target.settings)
    if (settings === undefined) return unfit(oldValues)
    return changeAdapter(context, request, { ...aboutExternal(writing), settings })
  },
}
