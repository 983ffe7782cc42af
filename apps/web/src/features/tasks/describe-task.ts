import type { TaskRow } from '@millrace/contract'

/** What is to be done and what it is about, where only words can stand. */
export function describeTask({ name, title }: Pick<TaskRow, 'name' | 'title'>): string {
  return title === null ? name : `${name} · ${title}`
}
