import { catalogue } from './messages/catalogue.ts'
import { common, time } from './messages/common.ts'
import { refusals } from './messages/refusals.ts'
import { menu, problemPages, shell } from './messages/shell.ts'
import { startProcess } from './messages/start-process.ts'

/**
 * English texts of the page frame and of Home, by page, which are part of the first load. Written for i18next:
 * `{{name}}` is a value, `_one` and `_other` are the forms for a `count`.
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
