import IconTrash from 'icon:trash'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BulkAction } from '../../components/list/rows/bulk-bar.tsx'

export interface DraftRef {
  readonly id: string
  readonly name: string
}

export interface DraftDialogState {
  /** The draft that is shown. */
  readonly read: DraftRef | null
  /** The drafts that the user is asked about. */
  readonly discarded: readonly DraftRef[]
  readonly openRead: (draft: DraftRef) => void
  readonly openDiscard: (drafts: readonly DraftRef[]) => void
  readonly close: () => void
  readonly discardSeveral: BulkAction<DraftRef>
}

/** Returns the state of the dialogs in the lists of drafts: which one is open, for which drafts. */
export function useDraftDialogs(): DraftDialogState {
  const { t } = useTranslation()
  const [read, setRead] = useState<DraftRef | null>(null)
  const [discarded, setDiscarded] = useState<readonly DraftRef[]>([])
  return {
    read,
    discarded,
    openRead: setRead,
    openDiscard: setDiscarded,
    close: () => {
      setRead(null)
      setDiscarded([])
    },
    discardSeveral: { label: t('drafts.delete'), icon: IconTrash, run: setDiscarded },
  }
}
