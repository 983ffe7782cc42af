import { catalogue } from './messages/catalogue.ts'
import { common, priority, status, time } from './messages/common.ts'
import { deployment, deployments, diagram, instance, processes } from './messages/engine.ts'
import { about, login, menu, problemPages, session, shell, unsaved } from './messages/shell.ts'
import { startProcess, task, tasks } from './messages/work.ts'

/**
 * Every text of the screens in English, by page. Written for i18next: `{{name}}` stands for a value, `_one` and `_other`
 * for the number of a `count`. Another language is an object of the same shape.
 */
export const screenTexts = {
  about,
  catalogue,
  common,
  deployment,
  deployments,
  diagram,
  instance,
  login,
  menu,
  priority,
  problemPages,
  processes,
  session,
  shell,
  startProcess,
  status,
  task,
  tasks,
  time,
  unsaved,
} as const
