import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { findCategoryId } from '../applications/category.ts'
import { changeDesign } from '../designs/change-details.ts'
import type { OperationContext } from '../operation-context.ts'
import type { AppProcessRef, AppProcessRow } from './app-process.ts'
import type { AppProcessDetails } from './create-app-process.ts'
import { changeDesignFile } from './design-file.ts'
import { processDesigns } from './process-designs.ts'

export interface AppProcessChange extends AppProcessDetails {
  readonly ref: AppProcessRef
  /** The revision that the user has seen; undefined to change any revision. */
  readonly revision: number | undefined
}

/**
 * Changes name, category and starters of a process. Details that its design contains are saved in the design as the
 * next version, so the change is refused while another user edits it. Returns null on success, otherwise a refusal.
 */
export async function changeAppProcess(
  context: OperationContext,
  request: Request,
  { ref, revision, ...details }: AppProcessChange,
): Promise<Refusal | null> {
  const { name, key, category, icon, documentation, starterUsers, starterGroups } = details
  return changeDesign<AppProcessRow>(context, request, processDesigns, {
    ref,
    revision,
    async rewrite(row, xml) {
      const logged = pickLogged(row, details)
      if (Object.keys(logged).length === 0) return null
      const process = { key: row.process_key, details: logged }
      return { text: await changeDesignFile(context.runtime, request, { xml, process }) }
    },
    async columns(tx) {
      const found = await findCategoryId(tx, request.workplaceId, category)
      if (found instanceof Refusal) return found
      const starters = { starter_users: starterUsers, starter_groups: starterGroups }
      return { name, process_key: key, category_id: found.id, icon, documentation, ...starters }
    },
  })
}

/** Returns the changed details that are also part of the design. */
function pickLogged(
  process: AppProcessRow,
  { name, key, documentation, starterUsers, starterGroups }: AppProcessDetails,
): Parameters<typeof changeDesignFile>[2]['process']['details'] {
  return {
    ...(name !== process.name && { name }),
    ...(key !== process.process_key && { key }),
    ...(documentation !== process.documentation && { documentation }),
    ...(starterUsers !== process.starter_users && { starterUsers }),
    ...(starterGroups !== process.starter_groups && { starterGroups }),
  }
}
