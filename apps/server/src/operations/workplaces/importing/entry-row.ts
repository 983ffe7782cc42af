import { z } from 'zod'
import { Refusal, refuse } from '../../../platform/errors/refusal.ts'
import { readDescription } from '../verify-export.ts'
import { refuseNames } from '../workplace-names.ts'

const moment = z.iso.datetime({ offset: true })

const rowShape = z.object({
  workplace_id: z.uuid(),
  reference: z.string(),
  name: z.string(),
  suspended_at: moment.nullable(),
  created_at: moment,
  exported_at: moment.nullable(),
})

/** The exported row of the workplace itself. */
export type EntryRow = z.infer<typeof rowShape>

/** Reads the exported row of a workplace, or returns a refusal when a workplace cannot have such a row. */
export function readEntryRow(text: string): EntryRow | Refusal {
  const row = readDescription(rowShape, text)
  if (row instanceof Refusal) return row
  if (row.workplace_id === ofInstallation)
    return refuse(
      'request.invalid',
      'Expected the export of a workplace, but it has the id of the installation. Nothing was imported.',
    )
  return refuseNames(row) ?? row
}

/** The audit keeps the changes of the installation under it. */
const ofInstallation = '00000000-0000-0000-0000-000000000000'
