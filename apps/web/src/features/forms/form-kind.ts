import { type ApplicationForm, api } from '@millrace/contract'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'

export interface FormDraft {
  readonly name: string
  /** Empty for templates. */
  readonly formKey: string
  /** With commas between them. */
  readonly labels: string
}

/** What forms of applications and templates are asked for by calls of their own. */
export interface FormKind {
  readonly isTemplate: boolean
  readonly query: ReturnType<typeof formQuery> | ReturnType<typeof templateQuery>
  readonly history: ReturnType<typeof formHistory> | ReturnType<typeof templateHistory>
  readonly compare: (from: number, to: number) => ReturnType<typeof formCompare> | ReturnType<typeof templateCompare>
  readonly save: (draft: FormDraft, revision: number) => Promise<ApplicationForm>
  readonly disable: (deletedReason: string) => Promise<ApplicationForm>
  readonly restore: () => Promise<ApplicationForm>
  readonly restoreVersion: (version: number, current: number) => Promise<{ version: number }>
  readonly designer: string
}

export function kindOfForm(appId: string, formId: string): FormKind {
  const params = { appId, formId }
  return {
    isTemplate: false,
    query: formQuery(params),
    history: formHistory(params),
    compare: (from, to) => formCompare(params, from, to),
    save: (draft, revision) => call(api.forms.save, { params, body: { ...draft, revision } }),
    disable: (deletedReason) => call(api.forms.disable, { params, query: { deletedReason } }),
    restore: () => call(api.forms.restore, { params }),
    restoreVersion: (version, current) =>
      call(api.forms.restoreVersion, { params: { ...params, version }, body: { version: current } }),
    designer: designPaths.formDesigner(appId, formId),
  }
}

export function kindOfTemplate(id: string): FormKind {
  const params = { id }
  return {
    isTemplate: true,
    query: templateQuery(params),
    history: templateHistory(params),
    compare: (from, to) => templateCompare(params, from, to),
    save: ({ name, labels }, revision) => call(api.formTemplates.save, { params, body: { name, labels, revision } }),
    disable: (deletedReason) => call(api.formTemplates.disable, { params, query: { deletedReason } }),
    restore: () => call(api.formTemplates.restore, { params }),
    restoreVersion: (version, current) =>
      call(api.formTemplates.restoreVersion, { params: { ...params, version }, body: { version: current } }),
    designer: designPaths.formTemplateDesigner(id),
  }
}

type OfForm = { readonly appId: string; readonly formId: string }
type OfTemplate = { readonly id: string }

const formQuery = (params: OfForm) => callQuery(api.forms.get, { params })
const templateQuery = (params: OfTemplate) => callQuery(api.formTemplates.get, { params })
const formHistory = (params: OfForm) => callQuery(api.forms.history, { params })
const templateHistory = (params: OfTemplate) => callQuery(api.formTemplates.history, { params })
const formCompare = (params: OfForm, from: number, to: number) =>
  callQuery(api.forms.compare, { params, query: { from, to } })
const templateCompare = (params: OfTemplate, from: number, to: number) =>
  callQuery(api.formTemplates.compare, { params, query: { from, to } })
