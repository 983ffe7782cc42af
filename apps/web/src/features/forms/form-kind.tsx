import { type ApplicationForm, api } from '@millrace/contract'
import type { DesignDraft, DesignKind } from '../../components/designs/design-kind.ts'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { FormFields, TemplateFields } from './form-fields.tsx'

export interface FormDraft {
  readonly name: string
  /** Empty for templates. */
  readonly formKey: string
  /** With commas between them. */
  readonly labels: string
}

/** The kind of design for forms or for form templates, which have different calls. */
export interface FormKind extends DesignKind<ApplicationForm, FormDraft> {
  readonly isTemplate: boolean
  readonly designer: string
}

export const formDraft: DesignDraft<FormDraft> = {
  fields: FormFields,
  isComplete: ({ name, formKey }) => name.trim() !== '' && formKey.trim() !== '',
}

const templateDraft: DesignDraft<FormDraft> = { fields: TemplateFields, isComplete: ({ name }) => name.trim() !== '' }

const common = {
  texts: 'forms',
  pickDraft: ({ name, formKey, labels }: ApplicationForm): FormDraft => ({ name, formKey: formKey ?? '', labels }),
} as const

export function kindOfForm(appId: string, formId: string): FormKind {
  const params = { appId, formId }
  return {
    ...common,
    ...formDraft,
    isTemplate: false,
    query: callQuery(api.forms.get, { params }),
    history: callQuery(api.forms.history, { params }),
    compare: ({ from, to, onClose }) => (
      <CompareDialog query={callQuery(api.forms.compare, { params, query: { from, to } })} {...{ from, to, onClose }} />
    ),
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
    ...common,
    ...templateDraft,
    isTemplate: true,
    query: callQuery(api.formTemplates.get, { params }),
    history: callQuery(api.formTemplates.history, { params }),
    compare: ({ from, to, onClose }) => (
      <CompareDialog
        query={callQuery(api.formTemplates.compare, { params, query: { from, to } })}
        {...{ from, to, onClose }}
      />
    ),
    save: ({ name, labels }, revision) => call(api.formTemplates.save, { params, body: { name, labels, revision } }),
    disable: (deletedReason) => call(api.formTemplates.disable, { params, query: { deletedReason } }),
    restore: () => call(api.formTemplates.restore, { params }),
    restoreVersion: (version, current) =>
      call(api.formTemplates.restoreVersion, { params: { ...params, version }, body: { version: current } }),
    designer: designPaths.formTemplateDesigner(id),
  }
}
