import { formCalls, formDesignerCalls, formTemplateCalls } from '@millrace/contract'
import { pageTexts } from '@millrace/contract/page-texts'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { applicationRecord, findApplication } from '../../operations/applications/application.ts'
import { changeForm } from '../../operations/forms/change-form.ts'
import { configureAutoSave } from '../../operations/forms/configure-auto-save.ts'
import { copyForms } from '../../operations/forms/copy-forms.ts'
import { createForm } from '../../operations/forms/create-form.ts'
import { disableForm } from '../../operations/forms/disable-form.ts'
import { type FormRef, findForm, formRecordOf } from '../../operations/forms/form.ts'
import { restoreForm } from '../../operations/forms/restore-form.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { registerDesign } from './design-routes.ts'
import { forms, formTemplates } from './form-list.ts'
import { answerForm, getForm, getForms } from './get-form.ts'
import { listDataLists } from './list-data-lists.ts'
import {
  listApplications,
  listAutoSaved,
  listImportable,
  presentConfiguration,
  readForImport,
} from './list-for-design.ts'
import { listUses } from './list-uses.ts'
import { proposeCopies } from './propose-copies.ts'
import { readFile } from './read-file.ts'

export function registerForms(app: FastifyInstance, context: AppContext): void {
  registerApplicationForms(app, context)
  registerTemplates(app, context)
  registerDesigner(app, context)
}

function registerApplicationForms(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  const refOf = ({ appId, formId }: { appId: string; formId: string }): FormRef => ({
    id: formId,
    applicationId: appId,
  })
  listRoutes(app, db, { list: formCalls.list, count: formCalls.listCount, file: formCalls.listExport, source: forms })
  route(app, formCalls.allApplications, ({ request }) => listApplications(db, request))
  route(
    app,
    formCalls.formApplication,
    async ({ request, params }) =>
      (await db.read(request, (tx) => findApplication(tx, request.workplaceId, params.appId))) ??
      noSuch(applicationRecord),
  )
  route(app, formCalls.create, async ({ request, params, body }) => {
    const applicationId = params.appId
    const id = await createForm(context, request, { applicationId, ...body })
    return id instanceof Refusal ? id : getForm(db, request, { id, applicationId })
  })
  route(app, formCalls.get, ({ request, params }) => getForm(db, request, refOf(params)))
  route(app, formCalls.save, async ({ request, params, body: { name, formKey, labels, revision } }) => {
    const ref = refOf(params)
    return answerForm(
      db,
      request,
      ref,
      await changeForm(context, request, { ref, change: { name, formKey, labels, revision } }),
    )
  })
  route(app, formCalls.disable, async ({ request, params, query }) => {
    const ref = refOf(params)
    return answerForm(db, request, ref, await disableForm(context, request, { ref, reason: query.deletedReason }))
  })
  route(app, formCalls.restore, async ({ request, params }) => {
    const ref = refOf(params)
    return answerForm(db, request, ref, await restoreForm(context, request, ref))
  })
  route(app, formCalls.copyDetails, async ({ request, params }) => {
    const copies = await proposeCopies(db, request, { ids: [params.formId], applicationId: params.appId })
    return copies instanceof Refusal ? copies : (copies[0] ?? noSuch(formRecordOf({ applicationId: params.appId })))
  })
  route(app, formCalls.copyMultiple, ({ request, query }) => proposeCopies(db, request, { ids: query.formIds }))
  route(app, formCalls.saveMultiple, async ({ request, body }) => {
    const ids = await copyForms(context, request, body.forms)
    return ids instanceof Refusal ? ids : getForms(db, request, ids)
  })
  registerDesign(app, context, { calls: formCalls, refOf })
}

function registerTemplates(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  const refOf = ({ id }: { id: string }): FormRef => ({ id, applicationId: null })
  const common = { applicationId: null, formKey: null } as const
  listRoutes(app, db, {
    list: formTemplateCalls.list,
    count: formTemplateCalls.listCount,
    file: formTemplateCalls.listExport,
    source: formTemplates,
  })
  route(app, formTemplateCalls.create, async ({ request, body }) => {
    const id = await createForm(context, request, { ...common, ...body })
    return id instanceof Refusal ? id : getForm(db, request, refOf({ id }))
  })
  route(app, formTemplateCalls.get, ({ request, params }) => getForm(db, request, refOf(params)))
  route(app, formTemplateCalls.save, async ({ request, params, body: { name, labels, revision } }) => {
    const ref = refOf(params)
    const change = { name, formKey: null, labels, revision }
    return answerForm(db, request, ref, await changeForm(context, request, { ref, change }))
  })
  route(app, formTemplateCalls.disable, async ({ request, params, query }) => {
    const ref = refOf(params)
    return answerForm(db, request, ref, await disableForm(context, request, { ref, reason: query.deletedReason }))
  })
  route(app, formTemplateCalls.restore, async ({ request, params }) => {
    const ref = refOf(params)
    return answerForm(db, request, ref, await restoreForm(context, request, ref))
  })
  route(app, formTemplateCalls.copy, async ({ request, params, body }) => {
    const source = await db.read(request, (tx) => findForm(tx, request.workplaceId, refOf(params)))
    if (source === null) return noSuch(formRecordOf(common))
    const copy = { ...common, sourceId: source.id, name: body.name, labels: source.labels }
    const ids = await copyForms(context, request, [copy])
    return ids instanceof Refusal ? ids : getForm(db, request, refOf({ id: ids[0] ?? '' }))
  })
  registerDesign(app, context, { calls: formTemplateCalls, refOf })
}

function registerDesigner(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  route(app, formDesignerCalls.configureAutoSave, async ({ request, query }) => {
    const interval = query.autoSaveFormDesigner === 'true' ? (query.interval ?? null) : null
    const refusal = await configureAutoSave(context, request, interval)
    return refusal ?? { message: pageTexts.pageCatalogue.autoSaveUpdated, ...presentConfiguration(interval) }
  })
  route(app, formDesignerCalls.autoSaved, ({ request }) => listAutoSaved(db, request))
  route(app, formDesignerCalls.formsForImport, ({ request }) => listImportable(db, request, { isTemplate: false }))
  route(app, formDesignerCalls.formForImport, async ({ request, params }) => {
    const data = await readForImport(db, request, { id: params.id, isTemplate: false })
    return data instanceof Refusal ? data : { data }
  })
  route(app, formDesignerCalls.templates, ({ request }) => listImportable(db, request, { isTemplate: true }))
  route(app, formDesignerCalls.templateData, async ({ request, params }) => {
    const templateData = await readForImport(db, request, { id: params.id, isTemplate: true })
    return templateData instanceof Refusal ? templateData : { data: { templateData } }
  })
  route(app, formDesignerCalls.dataLists, ({ request }) => listDataLists(db, request))
  route(app, formDesignerCalls.uses, ({ request, params }) => listUses(context, request, params.id))
  route(app, formDesignerCalls.readFile, ({ request: { user }, body }) => readFile(context, user, body.text))
}
