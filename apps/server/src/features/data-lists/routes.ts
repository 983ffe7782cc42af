import { dataListCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { changeDataList } from '../../operations/data-lists/change-data-list.ts'
import { createDataList } from '../../operations/data-lists/create-data-list.ts'
import { disableDataList } from '../../operations/data-lists/disable-data-list.ts'
import { importRows } from '../../operations/data-lists/import-rows.ts'
import { restoreDataList } from '../../operations/data-lists/restore-data-list.ts'
import { restoreRows } from '../../operations/data-lists/restore-rows.ts'
import { saveRows } from '../../operations/data-lists/save-rows.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { dataLists } from './data-list-list.ts'
import { exportRows } from './export-rows.ts'
import { getDataList } from './get-data-list.ts'
import { listRows } from './list-rows.ts'
import { listVersions } from './list-versions.ts'

export function registerDataLists(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  listRoutes(app, db, {
    list: dataListCalls.list,
    count: dataListCalls.listCount,
    file: dataListCalls.listExport,
    source: dataLists,
  })
  route(app, dataListCalls.create, async ({ request, body }) => {
    const id = await createDataList(context, request, body)
    return id instanceof Refusal ? id : getDataList(db, request, id)
  })
  route(app, dataListCalls.get, ({ request, params }) => getDataList(db, request, params.id))
  route(
    app,
    dataListCalls.save,
    async ({ request, params: { id }, body: { revision, ...about } }) =>
      (await changeDataList(context, request, { id, revision, ...about })) ?? getDataList(db, request, id),
  )
  route(
    app,
    dataListCalls.disable,
    async ({ request, params: { id }, query }) =>
      (await disableDataList(context, request, { id, reason: query.deletedReason })) ?? getDataList(db, request, id),
  )
  route(
    app,
    dataListCalls.restore,
    async ({ request, params: { id } }) =>
      (await restoreDataList(context, request, id)) ?? getDataList(db, request, id),
  )
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
}
