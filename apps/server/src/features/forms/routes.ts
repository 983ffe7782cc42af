import { formCalls, formDesignerCalls, formTemplateCalls } from '@millrace/contract'
import { pageTexts } from '@millrace/contract/page-texts'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { applicationRecord, findApplication } from '../../operations/applications/application.ts'
import { disabling } from '../../operations/designs/surface/design-routes.ts'
import { changeForm } from '../../operations/forms/change-form.ts'
import { configureAutoSave } from '../../operations/forms/configure-auto-save.ts'
import { copyForms } from '../../operations/forms/copy-forms.ts'
import { createForm } from '../../operations/forms/create-form.ts'
import { type FormRef, findForm, formRecordOf } from '../../operations/forms/form.ts'
import { formDesigns } from '../../operations/forms/form-designs.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { recordRoutes } from '../../platform/http/record-routes.ts'
import { route } from '../../platform/http/route.ts'
import { listRoutes } from '../../platform/list/list-routes.ts'
import { registerDesign } from './design-routes.ts'
import { forms, formTemplates } from './form-list.ts'
import { getForm, getForms } from './get-form.ts'
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
  listRoutes(app, db, { calls: formCalls, source: forms })
  recordRoutes(app, formCalls, {
    refOf,
    read: (user, ref) => getForm(db, user, ref),
    async create(user, body, { appId: applicationId }) {
      const id = await createForm(context, user, { applicationId, ...body })
      return id instanceof Refusal ? id : { id, applicationId }
    },
    change: (user, ref, change) => changeForm(context, user, { ref, change }),
    ...disabling(context, formDesigns),
  })
  route(app, formCalls.allApplications, ({ user }) => listApplications(db, user))
  route(
    app,
    formCalls.formApplication,
    async ({ user, params }) =>
      (await db.read(user, (tx) => findApplication(tx, user.workplaceId, params.appId))) ?? noSuch(applicationRecord),
  )
  route(app, formCalls.copyDetails, async ({ user, params }) => {
    const copies = await proposeCopies(db, user, { ids: [params.formId], applicationId: params.appId })
    return copies instanceof Refusal ? copies : (copies[0] ?? noSuch(formRecordOf({ applicationId: params.appId })))
  })
  route(app, formCalls.copyMultiple, ({ user, query }) => proposeCopies(db, user, { ids: query.formIds }))
  route(app, formCalls.saveMultiple, async ({ user, body }) => {
    const ids = await copyForms(context, user, body.forms)
    return ids instanceof Refusal ? ids : getForms(db, user, ids)
  })
  registerDesign(app, context, { calls: formCalls, refOf })
}

function registerTemplates(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  const refOf = ({ id }: { id: string }): FormRef => ({ id, applicationId: null })
  const common = { applicationId: null, formKey: null } as const
  listRoutes(app, db, { calls: formTemplateCalls, source: formTemplates })
  recordRoutes(app, formTemplateCalls, {
    refOf,
    read: (user, ref) => getForm(db, user, ref),
    async create(user, body) {
      const id = await createForm(context, user, { ...common, ...body })
      return id instanceof Refusal ? id : refOf({ id })
    },
    change: (user, ref, change) => changeForm(context, user, { ref, change: { ...change, formKey: null } }),
    ...disabling(context, formDesigns),
  })
  route(app, formTemplateCalls.copy, async ({ user, params, body }) => {
    const source = await db.read(user, (tx) => findForm(tx, user.workplaceId, refOf(params)))
    if (source === null) return noSuch(formRecordOf(common))
    const copy = { ...common, sourceId: source.id, name: body.name, labels: source.labels }
    const ids = await copyForms(context, user, [copy])
    return ids instanceof Refusal ? ids : getForm(db, user, refOf({ id: ids[0] ?? '' }))
  })
  registerDesign(app, context, { calls: formTemplateCalls, refOf })
}

function registerDesigner(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  route(app, formDesignerCalls.configureAutoSave, async ({ user, query }) => {
    const interval = query.autoSaveFormDesigner === 'true' ? (query.interval ?? null) : null
    const refusal = await configureAutoSave(context, user, interval)
    return refusal ?? { message: pageTexts.pageCatalogue.autoSaveUpdated, ...presentConfiguration(interval) }
  })
  route(app, formDesignerCalls.autoSaved, ({ user }) => listAutoSaved(db, user))
  route(app, formDesignerCalls.formsForImport, ({ user }) => listImportable(db, user, { isTemplate: false }))
  route(app, formDesignerCalls.formForImport, async ({ user, params }) => {
    const data = await readForImport(db, user, { id: params.id, isTemplate: false })
    return data instanceof Refusal ? data : { data }
  })
  route(app, formDesignerCalls.templates, ({ user }) => listImportable(db, user, { isTemplate: true }))
  route(app, formDesignerCalls.templateData, async ({ user, params }) => {
    const templateData = await readForImport(db, user, { id: params.id, isTemplate: true })
    return templateData instanceof Refusal ? templateData : { data: { templateData } }
  })
  route(app, formDesignerCalls.dataLists, ({ user }) => listDataLists(db, user))
  route(app, formDesignerCalls.uses, ({ user, params }) => listUses(context, user, params.id))
  route(app, formDesignerCalls.readFile, ({ user, body }) => readFile(context, user, body.text))
}
