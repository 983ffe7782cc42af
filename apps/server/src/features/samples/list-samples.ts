import type { Sample } from '@millrace/contract'
import type { OperationContext } from '../../operations/operation-context.ts'
import { type SampleKey, sampleApplications } from '../../operations/samples/sample-applications.ts'
import type { Request } from '../../platform/auth/request.ts'
import { kysely } from '../../platform/db/kysely.ts'

/** Lists the sample applications, and whether each is installed. */
export async function listSamples({ db }: Pick<OperationContext, 'db'>, request: Request): Promise<Sample[]> {
  const keys = Object.keys(sampleApplications) as SampleKey[]
  const rows = await db.read(request, (tx) =>
    tx.query(
      kysely
        .selectFrom('application')
        .where('workplace_id', '=', request.workplaceId)
        .where('key', 'in', keys)
        .where('is_disabled', '=', false)
        .select(['id', 'key']),
    ),
  )
  return keys.map((key) => ({
    key,
    ...sampleApplications[key],
    applicationId: rows.find((row) => row.key === key)?.id ?? null,
  }))
}
