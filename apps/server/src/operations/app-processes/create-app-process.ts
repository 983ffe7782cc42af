import type { Request } from '../../platform/auth/request.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { findCategoryId } from '../applications/category.ts'
import { insertDesign } from '../designs/create-design.ts'
import type { OperationContext } from '../operation-context.ts'
import { changeDesignFile, readDesignFile } from './design-file.ts'
import { newDesign } from './new-design.ts'
import { refuseProcessDesigner } from './policy.ts'
import { processDesigns } from './process-designs.ts'

/** Name, key and description that a designer enters for a process. */
export interface AppProcessDetails {
  readonly name: string
  readonly key: string
  /** Name of a category; null: that of the application. */
  readonly category: string | null
  readonly icon: string | null
  readonly documentation: string | null
  /** With commas between them. */
  readonly starterUsers: string | null
  readonly starterGroups: string | null
}

/** Creates a process with a start event and nothing else. @returns its id. */
export async function createAppProcess(
  context: OperationContext,
  request: Request,
  { applicationId, details }: { readonly applicationId: string; readonly details: AppProcessDetails },
): Promise<string | Refusal> {
  const refusal = refuseProcessDesigner(request.user, { applicationId })
  if (refusal !== null) return refusal
  const { key, name, documentation, starterUsers, starterGroups, icon, category } = details
  const text = await changeDesignFile(context.runtime, request, {
    xml: newDesign(key),
    process: { key, details: { name, documentation, starterUsers, starterGroups } },
  })
  const design = await readDesignFile(context.runtime, request, { text, key })
  if (design instanceof Refusal) return design
  return insertDesign(context, request, processDesigns, {
    applicationId,
    name,
    design,
    async columns(tx) {
      const found = await findCategoryId(tx, request.workplaceId, category)
      return found instanceof Refusal ? found : { icon, category_id: found.id }
    },
  })
}
