import type { PageEntry } from '../../config/page-entry.ts'

const roles = ['RoleDesign'] as const
const design = { section: 'design', roles } as const
const listed = { ...design, inMenu: true } as const
const designer = { ...design, frame: 'designer' } as const

type DesignerPages = typeof import('../../features/form-designer/form-designer-pages.tsx')
type PropertyPages = typeof import('../../features/global-properties/global-property-pages.tsx')

const loadDesigner = () => import('../../features/form-designer/form-designer-pages.tsx')
const loadProperties = () => import('../../features/global-properties/global-property-pages.tsx')

const formDesigner = (part: keyof DesignerPages) => ({ load: loadDesigner, part })
const properties = (part: keyof PropertyPages) => ({ load: loadProperties, part })

/** Design: applications with their processes and forms, and what they share. Menu entries in the order of the menu. */
export const designPages: readonly PageEntry[] = [
  {
    ...listed,
    path: '/design/applications',
    title: 'menu.applications',
    help: 'applications',
    load: () => import('../../features/applications/applications-page.tsx'),
  },
  {
    ...listed,
    path: '/design/categories',
    title: 'menu.categories',
    help: 'categories',
    load: () => import('../../features/categories/categories-page.tsx'),
  },
  {
    ...listed,
    path: '/design/globalProcessProperties',
    title: 'menu.globalProperties',
    help: 'globalProperties',
    ...properties('GlobalProperties'),
  },
  {
    ...listed,
    path: '/design/applications/appprocesses',
    title: 'menu.processes',
    help: 'designProcesses',
    load: () => import('../../features/app-processes/app-processes-page.tsx'),
  },
  {
    ...listed,
    path: '/design/forms',
    title: 'menu.forms',
    help: 'forms',
    load: () => import('../../features/forms/forms-page.tsx'),
  },
  {
    ...listed,
    path: '/design/formTemplates',
    title: 'menu.formTemplates',
    help: 'formTemplates',
    load: () => import('../../features/forms/form-templates-page.tsx'),
  },
  {
    ...listed,
    path: '/design/emailTemplates',
    title: 'menu.emailTemplates',
    help: 'emailTemplates',
    load: () => import('../../features/email-templates/email-templates-page.tsx'),
  },
  {
    ...listed,
    path: '/design/customdatalist',
    title: 'menu.customDataList',
    help: 'dataLists',
    load: () => import('../../features/data-lists/data-lists-page.tsx'),
  },

  {
    ...design,
    path: '/design/applications/new',
    title: 'pages.newApplication',
    parent: '/design/applications',
    help: 'newApplication',
    load: () => import('../../features/applications/new-application-page.tsx'),
  },
  {
    ...design,
    path: '/design/applications/$appId',
    title: 'pages.application',
    parent: '/design/applications',
    help: 'application',
    load: () => import('../../features/applications/application-page.tsx'),
  },
  {
    ...design,
    path: '/design/applications/$appId/copy',
    title: 'pages.copyApplication',
    parent: '/design/applications',
    help: 'copyApplication',
    load: () => import('../../features/applications/copy-application-page.tsx'),
  },
  {
    ...design,
    path: '/design/applications/$appId/import',
    title: 'pages.importFiles',
    parent: '/design/applications',
    help: 'importFiles',
    load: () => import('../../features/imports/import-page.tsx'),
  },
  {
    ...design,
    path: '/design/applications/appprocesses/copy',
    title: 'pages.copyProcesses',
    parent: '/design/applications/appprocesses',
    help: 'copyProcesses',
    load: () => import('../../features/app-processes/copy-processes-page.tsx'),
  },
  {
    ...design,
    parent: '/design/applications/appprocesses',
    path: '/design/applications/$appId/appprocesses/create',
    title: 'pages.newProcess',
    help: 'newProcess',
    load: () => import('../../features/app-processes/new-process-page.tsx'),
  },
  {
    ...design,
    parent: '/design/applications/appprocesses',
    path: '/design/applications/$appId/appprocesses/$processId',
    title: 'pages.process',
    help: 'process',
    load: () => import('../../features/app-processes/process-page.tsx'),
  },
  {
    ...design,
    path: '/design/applications/appdecisions',
    title: 'pages.designDecisions',
    parent: '/design/applications',
    help: 'designDecisions',
    load: () => import('../../features/app-decisions/app-decisions-page.tsx'),
  },
  {
    ...design,
    path: '/design/applications/appdecisions/copy',
    title: 'pages.copyDecisions',
    parent: '/design/applications/appdecisions',
    help: 'copyDecisions',
    load: () => import('../../features/app-decisions/copy-decisions-page.tsx'),
  },
  {
    ...design,
    path: '/design/applications/$appId/appdecisions/create',
    title: 'pages.newDecision',
    parent: '/design/applications/appdecisions',
    help: 'newDecision',
    load: () => import('../../features/app-decisions/new-decision-page.tsx'),
  },
  {
    ...design,
    path: '/design/applications/$appId/appdecisions/$decisionId',
    title: 'pages.decision',
    parent: '/design/applications/appdecisions',
    help: 'decision',
    load: () => import('../../features/app-decisions/decision-page.tsx'),
  },
  {
    ...design,
    path: '/design/applications/$appId/appforms/create',
    title: 'pages.newForm',
    parent: '/design/forms',
    help: 'newForm',
    load: () => import('../../features/forms/new-form-page.tsx'),
  },
  {
    ...design,
    path: '/design/applications/$appId/appforms/$formId',
    title: 'pages.form',
    parent: '/design/forms',
    help: 'form',
    load: () => import('../../features/forms/form-page.tsx'),
  },
  {
    ...design,
    path: '/design/applications/appforms/copy',
    title: 'pages.copyForms',
    parent: '/design/forms',
    help: 'copyForms',
    load: () => import('../../features/forms/copy-forms-page.tsx'),
  },
  {
    ...design,
    path: '/design/formTemplates/$templateId',
    title: 'pages.formTemplate',
    parent: '/design/formTemplates',
    help: 'formTemplate',
    load: () => import('../../features/forms/form-template-page.tsx'),
  },
  {
    ...design,
    path: '/design/emailTemplates/$templateId',
    title: 'pages.emailTemplate',
    parent: '/design/emailTemplates',
    help: 'emailTemplate',
    load: () => import('../../features/email-templates/email-template-page.tsx'),
  },
  {
    ...design,
    path: '/design/emailTemplates/$templateId/copy',
    title: 'pages.copyEmailTemplate',
    parent: '/design/emailTemplates',
    help: 'copyEmailTemplate',
    load: () => import('../../features/email-templates/copy-email-template-page.tsx'),
  },
  {
    ...design,
    path: '/design/customDataList/$dataListId',
    title: 'pages.dataList',
    parent: '/design/customdatalist',
    help: 'dataList',
    load: () => import('../../features/data-lists/data-list-page.tsx'),
  },

  {
    ...design,
    path: '/design/globalProcessProperties/$propertyId',
    title: 'menu.globalProperties',
    parent: '/design/globalProcessProperties',
    help: 'globalProperties',
    ...properties('GlobalProperty'),
  },
  {
    ...designer,
    path: '/applications/$applicationId/appforms/$formId/formdesigner',
    title: 'pages.formDesigner',
    ...formDesigner('FormDesigner'),
    help: 'formDesigner',
  },
  {
    ...designer,
    path: '/applications/$applicationId/appprocesses/$processId/modeller',
    title: 'pages.modeller',
    load: () => import('../../features/modeller/page/modeller-page.tsx'),
    help: 'modeller',
  },
  {
    ...designer,
    path: '/applications/$applicationId/appdecisions/$decisionId/editor',
    title: 'pages.decisionEditor',
    load: () => import('../../features/decision-editor/page/decision-editor-page.tsx'),
    help: 'decisionEditor',
  },
  {
    ...designer,
    path: '/templates/form-template/$formTemplateId/form-designer',
    title: 'pages.formTemplateDesigner',
    ...formDesigner('TemplateDesigner'),
    help: 'formTemplateDesigner',
  },
]
