import type { PackageSource, PackageSourceFields } from '@millrace/contract'
import { pickLike } from '../../components/record/draft.ts'

/** The fields that users enter. An empty token keeps the saved one. */
export type PackageSourceDraft = Pick<PackageSource, keyof PackageSourceFields> & { readonly token: string }

export const emptyDraft: PackageSourceDraft = {
  ...{ name: '', description: '', kind: 'installation', url: '', token: '', applications: '', withRows: false },
  ...{ folder: '', everyMinutes: 60 },
}

const pickFields = pickLike(emptyDraft)

export function pickDraft(source: PackageSource): PackageSourceDraft {
  return pickFields({ ...source, token: '' })
}

/** Returns the body of a call. */
export function writeBody({ token, ...fields }: PackageSourceDraft) {
  return { ...fields, token: token.trim() === '' ? null : token.trim() }
}

/** Returns whether the required fields of a package source are filled in. */
export function isComplete({ name, kind, url, applications, folder }: PackageSourceDraft): boolean {
  const needed = kind === 'folder' ? [name, folder] : [name, url, applications]
  return needed.every((text) => text.trim() !== '')
}
