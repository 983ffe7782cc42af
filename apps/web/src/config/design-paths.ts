/** The addresses of the pages of designers. They are in a separate file, because the first load does not need them. */
export const designPaths = {
  applications: '/design/applications',
  application: (id: string) => `/design/applications/${encodeURIComponent(id)}`,
  newApplication: '/design/applications/new',
  copyApplication: (id: string) => `/design/applications/${encodeURIComponent(id)}/copy`,
  importFiles: (id = 'new') => `/design/applications/${encodeURIComponent(id)}/import`,
  appProcesses: '/design/applications/appprocesses',
  appProcess: (applicationId: string, id: string) =>
    `/design/applications/${encodeURIComponent(applicationId)}/appprocesses/${encodeURIComponent(id)}`,
  newAppProcess: (applicationId: string) =>
    `/design/applications/${encodeURIComponent(applicationId)}/appprocesses/create`,
  copyAppProcesses: '/design/applications/appprocesses/copy',
  appDecisions: '/design/applications/appdecisions',
  appDecision: (applicationId: string, id: string) =>
    `/design/applications/${encodeURIComponent(applicationId)}/appdecisions/${encodeURIComponent(id)}`,
  newAppDecision: (applicationId: string) =>
    `/design/applications/${encodeURIComponent(applicationId)}/appdecisions/create`,
  copyAppDecisions: '/design/applications/appdecisions/copy',
  forms: '/design/forms',
  form: (applicationId: string, id: string) =>
    `/design/applications/${encodeURIComponent(applicationId)}/appforms/${encodeURIComponent(id)}`,
  newForm: (applicationId: string) => `/design/applications/${encodeURIComponent(applicationId)}/appforms/create`,
  copyForms: '/design/applications/appforms/copy',
  formDesigner: (applicationId: string, id: string) =>
    `/applications/${encodeURIComponent(applicationId)}/appforms/${encodeURIComponent(id)}/formdesigner`,
  modeller: (applicationId: string, id: string) =>
    `/applications/${encodeURIComponent(applicationId)}/appprocesses/${encodeURIComponent(id)}/modeller`,
  decisionEditor: (applicationId: string, id: string) =>
    `/applications/${encodeURIComponent(applicationId)}/appdecisions/${encodeURIComponent(id)}/editor`,
  formTemplates: '/design/formTemplates',
  formTemplate: (id: string) => `/design/formTemplates/${encodeURIComponent(id)}`,
  formTemplateDesigner: (id: string) => `/templates/form-template/${encodeURIComponent(id)}/form-designer`,
  emailTemplates: '/design/emailTemplates',
  emailTemplate: (id: string) => `/design/emailTemplates/${encodeURIComponent(id)}`,
  newEmailTemplate: '/design/emailTemplates/new',
  copyEmailTemplate: (id: string) => `/design/emailTemplates/${encodeURIComponent(id)}/copy`,
  dataList: (id: string) => `/design/customDataList/${encodeURIComponent(id)}`,
  globalProperty: (id: string) => `/design/globalProcessProperties/${encodeURIComponent(id)}`,
  newGlobalProperty: '/design/globalProcessProperties/new',
  newDataList: '/design/customDataList/new',
} as const
