import type { Application } from '@millrace/contract'

/** The entries of the form of an application. No description and no category are empty. */
export interface ApplicationDraft {
  readonly name: string
  readonly key: string
  readonly description: string
  readonly category: string
}

export const emptyDraft: ApplicationDraft = { name: '', key: '', description: '', category: '' }

export function pickDraft({
  name,
  key,
  description,
  category,
}: Pick<Application, keyof ApplicationDraft>): ApplicationDraft {
  return { name, key, description: description ?? '', category: category ?? '' }
}

/** As calls take it. */
export function presentDraft({ name, key, description, category }: ApplicationDraft) {
  return {
    name,
    key,
    description: description === '' ? null : description,
    category: category === '' ? null : category,
  }
}

/** Whether all that it needs is there. */
export function isComplete({ name, key }: ApplicationDraft): boolean {
  return name.trim() !== '' && key.trim() !== ''
}
