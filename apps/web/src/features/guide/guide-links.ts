import type { HelpPage } from '@millrace/contract/help-texts'
import type { Chapter } from './chapters.ts'

/** Where the guide tells more about a page: a chapter, and the heading in it. */
export const guideLinks: Readonly<Partial<Record<HelpPage, readonly [chapter: Chapter, anchor: string]>>> = {
  startProcess: ['start-process', 'find-a-process'],
  startForm: ['start-process', 'fill-in-the-start-form'],
  startedByMe: ['instances', 'the-processes-you-started'],
  instance: ['instances', 'one-instance'],
  assigned: ['tasks', 'your-tasks'],
  unclaimed: ['tasks', 'claim-a-task'],
  viewTask: ['tasks', 'complete-a-task'],
  profile: ['profile', 'details-and-appearance'],
  deployments: ['deployments', 'deploy-files'],
  deployment: ['deployments', 'one-deployment'],
  bindings: ['process-engine', 'java-in-models'],
  engineTasks: ['process-engine', 'tasks-of-everybody'],
  engineTask: ['process-engine', 'tasks-of-everybody'],
  forms: ['form-designs', 'forms-of-applications'],
  form: ['form-designs', 'one-form'],
  newForm: ['form-designs', 'forms-of-applications'],
  copyForms: ['form-designs', 'copy-forms'],
  formDesigner: ['form-designs', 'the-designer'],
  formTemplateDesigner: ['form-designs', 'the-designer'],
  formTemplates: ['form-designs', 'form-templates'],
  formTemplate: ['form-designs', 'form-templates'],
  dataLists: ['data-lists', 'make-a-list'],
  dataList: ['data-lists', 'change-rows'],
  emailTemplates: ['email-templates', 'write-a-template'],
  emailTemplate: ['email-templates', 'write-a-template'],
  copyEmailTemplate: ['email-templates', 'copy-disable-and-restore'],
  themes: ['themes', 'the-look-of-a-workplace'],
}
