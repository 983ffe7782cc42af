import type { TaskRow } from '@millrace/contract'

/** Returns the name and title of a task as plain text. */
export function describeTask({ name, title }: Pick<TaskRow, 'name' | 'title'>): string {
  return title === null ? name : `${name} · ${title}`
}
