import { changeExternalSystem } from '../../../external-systems/change-external-system.ts'
import type { RestorableKind } from '../restorable-kind.ts'
import { aboutExternal, enableExternal, partsOfExternal } from './external.ts'

/** External systems. Their connections, APIs and adapters are entities of their own. */
export const externalSystem: RestorableKind = {
  ...partsOfExternal('system'),
  columns: ['name', 'description'],
  async write(context, request, writing) {
    const refusal = await enableExternal(context, request, 'system', writing)
    if (refusal !== null || writing.changed.size === 0) return refusal
    return changeExternalSystem(context, request, aboutExternal(writing))
  },
}
