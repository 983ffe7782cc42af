import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { deployApplication } from '../applications/deploy-application.ts'
import { refuseApplicationDeployer } from '../applications/policy.ts'
import { createDataList } from '../data-lists/create-data-list.ts'
import { saveRows } from '../data-lists/save-rows.ts'
import { addGroupMember } from '../groups/add-group-member.ts'
import { createGroup } from '../groups/create-group.ts'
import { importIntoApplication } from '../imports/import-into-application.ts'
import type { OperationContext } from '../operation-context.ts'
import { demoGroups } from './demo-users.ts'
import { isSampleKey, readSample, type SampleFiles, sampleApplications } from './sample-applications.ts'

export interface AddedSample {
  readonly applicationId: string
  /** Names of the groups that are candidates for its tasks and have no members. */
  readonly emptyGroups: string[]
}

/**
 * Adds a sample application with everything that it needs, and deploys it. The application is created in one
 * transaction, its data lists before it, so that a repeated call after an interruption completes the rest.
 */
export async function addSample(
  context: OperationContext,
  request: Request,
  key: string,
): Promise<AddedSample | Refusal> {
  const refusal = refuseApplicationDeployer(request.user, null)
  if (refusal !== null) return refusal
  if (!isSampleKey(key))
    return refuse('thing.not-found', 'Expected the key of a sample application, but there is none.')
  const sample = readSample(key)
  const missing = await addLists(context, request, sample)
  if (missing !== null) return missing
  const { name } = sampleApplications[key]
  const choices = sample.parts.map((file) => ({ path: file.name, action: 'add' as const }))
  const plan = { choices, application: { name, key } }
  const made = await importIntoApplication(context, request, { applicationId: null, files: sample.parts, plan })
  if (made instanceof Refusal) return made
  const { applicationId } = made
  const deployed = await deployApplication(context, request, { id: applicationId, note: null, overrideReason: null })
  if (deployed instanceof Refusal) return deployed
  await makeGroups(context, request)
  return { applicationId, emptyGroups: await listEmptyGroups(context, request) }
}

/** Creates the groups of the samples without which nobody would see their tasks. Existing groups stay unchanged. */
async function makeGroups(context: OperationContext, request: Request): Promise<void> {
  for (const { key, name } of demoGroups) {
    const id = await createGroup(context, request, { key, name }, { mayShareName: true })
    if (!(id instanceof Refusal))
      await addGroupMember(context, request, { group: key, username: request.user.username })
  }
}

async function listEmptyGroups({ db }: Pick<OperationContext, 'db'>, request: Request): Promise<string[]> {
  const { workplaceId } = request
  const [rows] = await db.read(request, (tx) =>
    tx.batch([
      {
        name: 'sample_groups_manned',
        text: `select key from user_group g where workplace_id = $1 and key = any($2::text[])
          and exists (select from group_membership m where m.workplace_id = g.workplace_id and m.group_id = g.id)`,
        values: [workplaceId, demoGroups.map(({ key }) => key)],
      },
    ]),
  )
  const manned = new Set(rows?.map(([key]) => key))
  return demoGroups.filter(({ key }) => !manned.has(key)).map(({ name }) => name)
}

/** Creates the data lists of the samples. Existing lists with these keys are used unchanged. */
async function addLists(context: OperationContext, request: Request, { lists }: SampleFiles): Promise<Refusal | null> {
  for (const { rows, ...list } of lists) {
    const id = await createDataList(context, request, list)
    if (id instanceof Refusal) {
      if (id.code === 'thing.key-taken' || id.code === 'thing.name-taken') continue
      return id
    }
    const added = rows.map((cells) => ({ after: null, cells }))
    const refusal = await saveRows(context, request, { id, version: 1, changed: [], added, removed: [] })
    if (refusal !== null) return refusal
  }
  return null
}
