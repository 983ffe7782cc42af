import { customViewLists } from '@millrace/contract'
import { paths } from '../../../config/paths.ts'

/** Returns a function for the addresses of custom views of a list; null for lists whose views cannot be in the menu. */
export function customViewPath(list: string): ((id: string) => string) | null {
  if (list === customViewLists.processes) return paths.processView
  return list === customViewLists.tasks ? paths.taskView : null
}

/** Returns the path of a list. */
export function listPath(list: string): string {
  return list === customViewLists.tasks ? paths.engineTasks : paths.engineInstances
}
