import { catalogue } from './messages/catalogue.ts'
import { common, time } from './messages/common.ts'
import { refusals } from './messages/refusals.ts'
import { menu, problemPages, shell } from './messages/shell.ts'
import { startProcess } from './messages/start-process.ts'

/**
 * English texts of the shell and of Home, by page: they come with the program. Written for i18next:
 * `{{name}}` stands for a value, `_one` and `_other` for the number of a `count`.
 */
export const firstTexts = {
  catalogue,
  common,
  menu,
  problemPages,
  refusals,
  shell,
  startProcess,
  time,
} as const
