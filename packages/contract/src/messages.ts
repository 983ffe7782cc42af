import { catalogue } from './messages/catalogue.ts'
import { common, priority, status, time } from './messages/common.ts'
import { pages } from './messages/pages.ts'
import { about, login, menu, problemPages, session, shell, unsaved } from './messages/shell.ts'
import { startProcess, task, tasks } from './messages/work.ts'

/**
 * English texts of the shell, of Home and of the tasks, by page: they come with the program. Written for i18next:
 * `{{name}}` stands for a value, `_one` and `_other` for the number of a `count`.
 */
export const firstTexts = {
  about,
  catalogue,
  common,
  login,
  menu,
  pages,
  priority,
  problemPages,
  session,
  shell,
  startProcess,
  status,
  task,
  tasks,
  time,
  unsaved,
} as const
