import { z } from 'zod'
import { defineCall, defineCalls } from './call.ts'
import { formDesignCalls } from './form-design-calls.ts'
import * as design from './form-designs.ts'
import { listCalls } from './list/list-calls.ts'
import { formTemplateList, formTemplateRow } from './lists/forms.ts'
import { text } from './patterns.ts'
import { idParams as params } from './values.ts'

const of = { tag: 'Form templates', audience: ['RoleDesign'] } as const
const gone = 'thing.not-found'
const template = design.newForm.omit({ formKey: true })

/** Calls for form templates: parts of forms for reuse. They are designed like forms. */
export const formTemplateCalls = defineCalls('formTemplates', {
  ...listCalls(formTemplateList, {
    path: '/templates/form-template',
    summary: 'Lists the form templates.',
    ...of,
    row: formTemplateRow,
  }),
  create: defineCall({
    ...of,
    method: 'POST',
    path: '/templates/form-template',
    summary: 'Creates a form template without a design.',
    touches: ['formTemplates', 'formDesigner.templates'],
    happensOnce: true,
    body: template,
    answer: design.applicationForm,
    errors: ['thing.name-taken'],
  }),
  save: defineCall({
    ...of,
    method: 'PUT',
    path: '/templates/form-template/{id}',
    summary: 'Changes the name and the tags of a form template.',
    touches: ['formTemplates', 'formDesigner.templates'],
    happensOnce: true,
    params,
    body: template.extend({ revision: z.number().int().optional() }),
    answer: design.applicationForm,
    errors: [gone, 'thing.disabled', 'thing.changed', 'thing.name-taken'],
  }),
  copy: defineCall({
    ...of,
    method: 'POST',
    path: '/templates/form-template/{id}/copy',
    summary: 'Copies a form template with its design.',
    touches: ['formTemplates', 'formDesigner.templates'],
    happensOnce: true,
    params,
    body: z.object({ name: text('name') }),
    answer: design.applicationForm,
    errors: [gone, 'thing.disabled', 'thing.name-taken'],
  }),
  ...formDesignCalls({
    ...of,
    what: 'a form template',
    params,
    ofVersion: params.extend({ version: z.coerce.number<string>().int() }),
    touches: ['formTemplates', 'formDesigner.templates'],
    path: '/templates/form-template/{id}',
    savePath: '/templates/form-template/{id}/save-form-design',
    historyPath: '/templates/form-template/{id}/form-history',
  }),
})
