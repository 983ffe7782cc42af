import type { FormSubmission } from '@millrace/contract'
import type { Tx } from '../../platform/db/database.ts'
import type { Submitted } from '../threads/fill-task.ts'
import { type FilePlace, findUploads } from './files.ts'
import { isGuest } from './guest.ts'
import type { LoadedForm } from './load-form.ts'
import { findKnownNamed } from './named.ts'
import { listFileIds } from './read-form.ts'

/** Reads a submission, after loading the files and people that it names from the database. */
export async function readSubmitted(
  tx: Tx,
  place: FilePlace,
  form: LoadedForm,
  submission: FormSubmission,
): Promise<Submitted> {
  const [uploads, named] = await Promise.all([
    findUploads(tx, place, listFileIds(form, submission.values)),
    findKnownNamed(tx, place.workplaceId, form.document, {
      values: submission.values,
      withPeople: !isGuest(place.username),
    }),
  ])
  return { submission, uploads, named }
}
