import { dataListCalls, dataListFeedCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { removeFeed } from '../../operations/data-list-feeds/remove-feed.ts'
import { runFeed } from '../../operations/data-list-feeds/run-feed.ts'
import { saveFeed } from '../../operations/data-list-feeds/save-feed.ts'
import { changeDataList } from '../../operations/data-lists/change-data-list.ts'
import { createDataList } from '../../operations/data-lists/create-data-list.ts'
import { disableDataList } from '../../operations/data-lists/disable-data-list.ts'
import { importRows } from '../../operations/data-lists/import-rows.ts'
import { restoreDataList } from '../../operations/data-lists/restore-data-list.ts'
import { restoreRows } from '../../operations/data-lists/restore-rows.ts'
import { saveRows } from '../../operations/data-lists/save-rows.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { recordRoutes } from '../../platform/http/record-routes.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { dataLists } from './data-list-list.ts'
import { exportRows } from './export-rows.ts'
import { getDataList } from './get-data-list.ts'
import { getFeed, getFeedRun } from './get-feed.ts'
import { listRows } from './list-rows.ts'
import { listVersions } from './list-versions.ts'

export function registerDataLists(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  listRoutes(app, db, { calls: dataListCalls, source: dataLists })
  recordRoutes(app, dataListCalls, {
    refOf: ({ id }) => id,
    read: (request, id) => getDataList(db, request, id),
    create: (request, body) => createDataList(context, request, body),
    change: (request, id, about) => changeDataList(context, request, { id, ...about }),
    disable: (request, id, reason) => disableDataList(context, request, { id, reason }),
    restore: (request, id) => restoreDataList(context, request, id),
  })
  route(app, dataListCalls.rows, ({ request, params, query }) => listRows(db, request, { id: params.id, query }))
  route(
    app,
    dataListCalls.saveRows,
    async ({ request, params: { id }, body }) =>
      (await saveRows(context, request, { id, ...body })) ?? getDataList(db, request, id),
  )
  route(app, dataListCalls.importRows, async ({ request, params: { id }, query, body: { files } }) => {
    const [file] = files
    if (file === undefined) return refuse('request.invalid', 'Expected a part “file” with one file, but there is none.')
    const report = await importRows(context, request, { id, file, ...query })
    if (report instanceof Refusal) return report
    const list = await getDataList(db, request, id)
    return list instanceof Refusal ? list : { ...report, faults: [...report.faults], notes: [...report.notes], list }
  })
  route(app, dataListCalls.exportRows, ({ request, params, query }) =>
    exportRows(db, request, { id: params.id, format: query.format }),
  )
  route(app, dataListCalls.versions, ({ request, params }) => listVersions(db, request, params.id))
  route(
    app,
    dataListCalls.restoreVersion,
    async ({ request, params: { id, version } }) =>
      (await restoreRows(context, request, { id, version })) ?? getDataList(db, request, id),
  )
  registerFeeds(app, context)
}

function registerFeeds(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  const { get, save, remove, run } = dataListFeedCalls
  route(app, get, ({ request, params }) => getFeed(db, request, params.id))
  route(
    app,
    save,
    async ({ request, params: { id }, body }) =>
      (await saveFeed(context, request, { id, ...body })) ?? getFeed(db, request, id),
  )
  route(
    app,
    remove,
    async ({ request, params: { id } }) => (await removeFeed(context, request, id)) ?? getFeed(db, request, id),
  )
  route(app, run, async ({ request, params: { id }, body }) => {
    const runId = await runFeed(context, request, { id, ...body, isScheduled: false })
    return runId instanceof Refusal ? runId : getFeedRun(db, request, { id, runId })
  })
}
