import type { Application } from '@millrace/contract'

/** The entries of the form of an application. A missing description or category is an empty text. */
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

/** Converts the entries of an application to the body of a call. */
export function presentDraft({ name, key, description, category }: ApplicationDraft) {
  return {
    name,
    key,
    description: description === '' ? null : description,
    category: category === '' ? null : category,
  }
}

/** Returns whether the required fields of an application are filled in. */
export function isComplete({ name, key }: ApplicationDraft): boolean {
  return name.trim() !== '' && key.trim() !== ''
}
