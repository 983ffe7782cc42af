import type { ChoreName } from '@millrace/contract'
import { startDueRuns } from '../../operations/directories/start-due-runs.ts'
import { keepListeners } from '../../operations/external-listeners/clear-deliveries.ts'
import { reportSilence } from '../../operations/external-listeners/report-silence.ts'
import { removeLooseUploads } from '../../operations/files/loose-uploads.ts'
import { clearOldLinks } from '../../operations/form-links/clear-old-links.ts'
import { cleanUp } from '../../operations/history/clean-up/clean-up.ts'
import { cleanUpJobId } from '../../operations/history/run-clean-up.ts'
import { keepLicenceTime } from '../../operations/licences/keep-licence-time.ts'
import { orderMissingLooks } from '../../operations/package-sources/order-missing-looks.ts'
import { clearPasswordLinks } from '../../operations/password-links/clear-password-links.ts'
import { clearOldChanges } from '../../operations/user-changes/clear-old-changes.ts'
import { clearOldImports } from '../../operations/user-imports/clear-old-imports.ts'
import type { Database } from '../../platform/db/database.ts'
import { clearLeftUploads } from '../../platform/uploads/staging.ts'
import { clearOldUndos } from '../../runtime/execute/clear-old-undos.ts'
import { countDays } from '../../runtime/figures/count-days.ts'
import { measureSizes } from '../../runtime/figures/measure-sizes.ts'
import { clearOldDrafts } from '../../runtime/forms/clear-old-drafts.ts'
import { fileListings } from '../../runtime/history/file-listings.ts'
import { fileTasks } from '../../runtime/history/file-tasks.ts'
import { dropEmptyPartitions, makeHistoryPartitions } from '../../runtime/history/history-partitions.ts'
import { addUpGroups, clearFixedGroups } from '../../runtime/incidents/add-up-groups.ts'
import { clearOldAlerts, orderAlerts } from '../../runtime/incidents/order-alerts.ts'
import { clearOldCalls } from '../../runtime/look-ups/log/clear-calls.ts'
import { clearOldNotices } from '../../runtime/notices/clear-old-notices.ts'
import { orderDigests } from '../../runtime/notices/mail-digests.ts'
import { notifyDue } from '../../runtime/notices/notify-due.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { repeatJob, restJob } from '../leases.ts'
import type { Services } from '../work/services.ts'
import { restUntil } from './count-failure.ts'
import type { JobHandler } from './job-handler.ts'
import { sendAuditHead } from './send-audit-head.ts'

/** A task that the program repeats for itself, in one of its processes at a time. */
interface Chore {
  /** The id of its job, which is its own root. */
  readonly id: string
  readonly name: ChoreName
  readonly everyMs: number
  /** 'more': it goes on at once, after other jobs. */
  readonly run: (runtime: Runtime, services: Services) => Promise<unknown>
}

const hourMs = 3_600_000
const dayMs = 86_400_000
const failureRestMs = 600_000

const chores: readonly Chore[] = [
  {
    id: '00000000-0000-7000-8000-000000000001',
    name: 'history-partitions',
    everyMs: dayMs,
    run: async ({ db, clock }) => {
      await makeHistoryPartitions(db, clock())
      await dropEmptyPartitions(db, clock())
    },
  },
  {
    id: '00000000-0000-7000-8000-000000000002',
    name: 'left-uploads',
    everyMs: hourMs,
    run: ({ db, clock }) => clearLeftUploads(db, clock()),
  },
  {
    id: '00000000-0000-7000-8000-000000000003',
    name: 'old-drafts',
    everyMs: dayMs,
    run: (runtime) =>
      inEachWorkplace(runtime, async (workplaceId) => {
        await clearOldDrafts(runtime, workplaceId)
        await clearOldUndos(runtime, workplaceId)
        await clearOldCalls(runtime, workplaceId)
      }),
  },
  {
    id: '00000000-0000-7000-8000-000000000004',
    name: 'left-objects',
    everyMs: 300_000,
    run: ({ files }) => files.removeObjects(),
  },
  {
    id: '00000000-0000-7000-8000-000000000005',
    name: 'unfiled-listings',
    everyMs: 30_000,
    run: async (runtime) => {
      await fileListings(runtime.db)
      await inEachWorkplace(runtime, (workplaceId) => fileTasks(runtime, workplaceId))
    },
  },
  {
    id: '00000000-0000-7000-8000-000000000006',
    name: 'due-notices',
    everyMs: 60_000,
    run: (runtime) =>
      inEachWorkplace(runtime, async (workplaceId) => {
        await notifyDue(runtime, workplaceId)
        await orderDigests(runtime, workplaceId)
      }),
  },
  {
    id: '00000000-0000-7000-8000-000000000007',
    name: 'old-notices',
    everyMs: dayMs,
    run: (runtime) => inEachWorkplace(runtime, (workplaceId) => clearOldNotices(runtime, workplaceId)),
  },
  {
    id: '00000000-0000-7000-8000-000000000008',
    name: 'old-links',
    everyMs: dayMs,
    run: (runtime) =>
      inEachWorkplace(runtime, async (workplaceId) => {
        await clearOldLinks(runtime, workplaceId)
        await clearPasswordLinks(runtime, workplaceId)
      }),
  },
  {
    id: '00000000-0000-7000-8000-000000000009',
    name: 'loose-uploads',
    everyMs: 300_000,
    run: (runtime) => inEachWorkplace(runtime, (workplaceId) => removeLooseUploads(runtime, workplaceId)),
  },
  {
    id: '00000000-0000-7000-8000-00000000000c',
    name: 'licence-clock',
    everyMs: hourMs,
    run: (runtime) => inEachWorkplace(runtime, (workplaceId) => keepLicenceTime(runtime, workplaceId)),
  },
  {
    id: '00000000-0000-7000-8000-00000000000a',
    name: 'incident-groups',
    everyMs: 30_000,
    run: addUpGroups,
  },
  {
    id: '00000000-0000-7000-8000-00000000000b',
    name: 'fixed-incident-groups',
    everyMs: dayMs,
    run: (runtime) =>
      inEachWorkplace(runtime, async (workplaceId) => {
        await clearFixedGroups(runtime, workplaceId)
        await clearOldAlerts(runtime, workplaceId)
      }),
  },
  {
    id: '00000000-0000-7000-8000-00000000000d',
    name: 'incident-alerts',
    everyMs: 60_000,
    run: (runtime) => inEachWorkplace(runtime, (workplaceId) => orderAlerts(runtime, workplaceId)),
  },
  {
    id: '00000000-0000-7000-8000-000000000010',
    name: 'daily-figures',
    everyMs: 300_000,
    run: countDays,
  },
  {
    id: '00000000-0000-7000-8000-000000000011',
    name: 'daily-sizes',
    everyMs: hourMs,
    run: measureSizes,
  },
  {
    id: '00000000-0000-7000-8000-000000000012',
    name: 'old-user-imports',
    everyMs: dayMs,
    run: (runtime) =>
      inEachWorkplace(runtime, async (workplaceId) => {
        await clearOldImports(runtime, workplaceId)
        await clearOldChanges(runtime, workplaceId)
      }),
  },
  {
    id: '00000000-0000-7000-8000-0000000000d1',
    name: 'directories',
    everyMs: 60_000,
    run: (runtime) => inEachWorkplace(runtime, (workplaceId) => startDueRuns(runtime, workplaceId)),
  },
  {
    id: '00000000-0000-7000-8000-0000000000d2',
    name: 'listeners',
    everyMs: 300_000,
    run: (runtime) =>
      inEachWorkplace(runtime, async (workplaceId) => {
        await keepListeners(runtime, workplaceId)
        await reportSilence(runtime, workplaceId)
        await orderMissingLooks(runtime, workplaceId)
      }),
  },
  {
    id: cleanUpJobId,
    name: 'history-cleanup',
    everyMs: 60_000,
    run: async (runtime) => {
      let isMore = false
      await inEachWorkplace(runtime, async (workplaceId) => {
        if (await cleanUp(runtime, workplaceId)) isMore = true
      })
      return isMore ? 'more' : undefined
    },
  },
  {
    id: '00000000-0000-7000-8000-000000000020',
    name: 'audit-heads',
    everyMs: dayMs,
    run: (runtime, services) =>
      inEachWorkplace(runtime, (workplaceId) => sendAuditHead(runtime, services, workplaceId)),
  },
]

/** One after the other, those too that come after one in which it fails. @throws the last failure. */
async function inEachWorkplace({ db }: Runtime, run: (workplaceId: string) => Promise<void>): Promise<void> {
  const failures: unknown[] = []
  const [rows] = await db.readPlatform((tx) =>
    tx.batch([
      {
        name: 'workplaces_open',
        text: 'select workplace_id from workplace where suspended_at is null and moving_at is null and cell is null',
        values: [],
      },
    ]),
  )
  for (const [workplaceId] of rows ?? [])
    if (workplaceId != null) await run(workplaceId).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures.at(-1)
}

/** Runs a maintenance chore. Chores are repeated for ever, so a failure costs no retry: nobody could set new ones. */
export const maintenance: JobHandler = {
  run: async ({ runtime, services }, job) => {
    const chore = chores.find(({ id }) => id === job.id)
    if (chore === undefined) {
      // One of a newer program beside this one.
      await restJob(runtime.db, job, restUntil(runtime, failureRestMs))
      return 'gone'
    }
    const ended = await chore.run(runtime, services)
    await repeatJob(runtime.db, job, restUntil(runtime, ended === 'more' ? 0 : chore.everyMs))
    if (ended === 'more') runtime.announceJobs()
    return 'done'
  },
  fail: ({ runtime }, job) => restJob(runtime.db, job, restUntil(runtime, failureRestMs)),
}

/** Chores belong to no workplace. */
const nowhere = '00000000-0000-0000-0000-000000000000'

/** Creates the missing jobs of maintenance chores. */
export async function openMaintenance(db: Database, now: Date): Promise<void> {
  await db.withPlatformTransaction('start', (tx) =>
    tx.commit([
      {
        name: 'job_open_maintenance',
        text: `insert into job (workplace_id, id, root_id, element_key, kind, due_at, retries, priority, is_exclusive, is_suspended, created_at)
          select $1::uuid, id, id, name, 'maintenance', $4::timestamptz, 1, 0, true, false, $4 from unnest($2::uuid[], $3::text[]) chore (id, name)
          on conflict do nothing`,
        values: [nowhere, chores.map(({ id }) => id), chores.map(({ name }) => name), now.toISOString()],
      },
    ]),
  )
}
