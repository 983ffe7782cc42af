import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { copyCalls } from './design-calls.ts'
import { joinedIds } from './design-values.ts'
import { formDesignCalls } from './form-design-calls.ts'
import * as design from './form-designs.ts'
import { limits } from './limits.ts'
import { listCalls } from './list/list-calls.ts'
import { formList, formRow } from './lists/forms.ts'

const id = z.string().max(64)
const application = z.object({ appId: id })
const one = z.object({ appId: id, formId: id })
const named = z.object({ id: z.string(), name: z.string() })
const of = { tag: 'Forms', audience: ['RoleDesign'] } as const
const gone = 'thing.not-found'
const taken = ['thing.name-taken', 'thing.key-taken'] as const

/** Calls for forms of applications and their designs. Lists across applications use the application 0. */
export const formCalls = defineCalls('forms', {
  ...listCalls(formList, {
    path: '/applications/0/appforms',
    summary: 'Lists the forms of all applications.',
    ...of,
    row: formRow,
  }),
  allApplications: defineCall({
    ...of,
    method: 'GET',
    path: '/applications/0/appforms/all-applications',
    summary: 'Lists the applications that forms can belong to, by name.',
    answer: z.array(named),
  }),
  formApplication: defineCall({
    ...of,
    method: 'GET',
    path: '/applications/{appId}/appforms/form-application',
    summary: 'Returns the application of a new form.',
    params: application,
    answer: named,
    errors: [gone],
  }),
  create: defineCall({
    ...of,
    method: 'POST',
    path: '/applications/{appId}/appforms',
    summary: 'Creates a form without a design.',
    touches: ['forms'],
    happensOnce: true,
    params: application,
    body: design.newForm,
    answer: design.applicationForm,
    errors: [gone, 'thing.disabled', ...taken],
  }),
  save: defineCall({
    ...of,
    method: 'PUT',
    path: '/applications/{appId}/appforms/{formId}',
    summary: 'Changes the name, the key and the tags of a form.',
    touches: ['forms'],
    happensOnce: true,
    params: one,
    body: design.newForm.extend({ revision: z.number().int().optional() }),
    answer: design.applicationForm,
    errors: [gone, 'thing.disabled', 'thing.changed', ...taken],
  }),
  copyDetails: defineCall({
    ...of,
    method: 'GET',
    path: '/applications/{appId}/appforms/copy/{formId}',
    summary: 'Returns a name and a key for a copy of a form.',
    params: one,
    answer: design.formCopy,
    errors: [gone, 'thing.disabled'],
  }),
  ...copyCalls({
    ...of,
    many: 'forms',
    path: '/applications/0/appforms',
    touches: ['forms'],
    ids: z.object({ formIds: joinedIds }),
    proposed: design.formCopy,
    copies: z.object({
      forms: z
        .array(design.newForm.extend({ sourceId: id, applicationId: id }))
        .min(1)
        .max(limits.formsAtOnce),
    }),
    item: design.applicationForm,
    errors: [],
  }),
  ...formDesignCalls({
    ...of,
    what: 'a form',
    params: one,
    ofVersion: one.extend({ version: z.coerce.number<string>().int() }),
    touches: ['forms'],
    path: '/applications/{appId}/appforms/{formId}',
    savePath: '/applications/{appId}/appforms/{formId}/saveFormDesign',
    historyPath: '/applications/{appId}/appforms/form-history/{formId}',
  }),
})
