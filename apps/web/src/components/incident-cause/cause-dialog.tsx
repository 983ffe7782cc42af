import type { IncidentGroupDetail } from '@millrace/contract'
import { NoteDialog } from './note-dialog.tsx'
import { OwnerDialog } from './owner-dialog.tsx'

/** The open dialog, with the cause at the time when the dialog was opened. */
export interface OpenCause {
  readonly kind: 'owner' | 'note'
  readonly group: IncidentGroupDetail
}

interface Props {
  /** Null: no dialog is open. */
  readonly open: OpenCause | null
  readonly onClose: () => void
}

/** The dialog of a cause. It belongs outside the content that disappears with the cause or its last incident. */
export function CauseDialog({ open, onClose }: Props) {
  if (open === null) return null
  const Dialog = open.kind === 'note' ? NoteDialog : OwnerDialog
  return <Dialog group={open.group} onClose={onClose} />
}
