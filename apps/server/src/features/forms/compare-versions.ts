import type { DesignComparison } from '@millrace/contract'
import { findDesignVersion } from '../../operations/designs/design-versions.ts'
import { type FormRef, findForm, formRecordOf } from '../../operations/forms/form.ts'
import { formDesigns } from '../../operations/forms/form-designs.ts'
import type { OperationContext } from '../../operations/operation-context.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { inThread, orRefusal } from '../../runtime/threads/in-thread.ts'
import { readTime } from '../../runtime/threads/time-budget.ts'

/** Returns the differences between two versions. */
export async function compareVersions(
  { db, runtime }: OperationContext,
  request: Request,
  { ref, from, to }: { readonly ref: FormRef; readonly from: number; readonly to: number },
): Promise<DesignComparison | Refusal> {
  const { workplaceId } = request
  const { id } = ref
  const { tables } = formDesigns
  if (!isUuid(id)) return noSuch(formRecordOf(ref))
  const designs = await db.read(request, async (tx) => {
    const [form, before, after] = await Promise.all([
      findForm(tx, workplaceId, ref),
      findDesignVersion(tx, workplaceId, { tables, id, version: from }),
      findDesignVersion(tx, workplaceId, { tables, id, version: to }),
    ])
    if (form === null) return noSuch(formRecordOf(ref))
    return before === null || after === null
      ? refuse(
          'thing.not-found',
          `Expected two versions of “${form.name}”, but there is no ${before === null ? from : to}.`,
        )
      : { before, after }
  })
  if (designs instanceof Refusal) return designs
  const order = { kind: 'compareDesigns', input: designs, owner: workplaceId, time: readTime(runtime) } as const
  const { form, nodes } = orRefusal(await inThread(runtime, order))
  return {
    from,
    to,
    form: [...form],
    nodes: nodes.map((node) => ({ ...node, properties: [...node.properties] })),
  }
}
