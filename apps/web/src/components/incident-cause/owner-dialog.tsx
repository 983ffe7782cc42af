import type { IncidentGroupDetail } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'
import { PeopleSelect } from '../person/people-select.tsx'
import { useSaveGroup } from './use-save-group.ts'

/** A dialog that asks for the owner of a cause of incidents. */
export function OwnerDialog({ group, onClose }: { group: IncidentGroupDetail; onClose: () => void }) {
  const { t } = useTranslation()
  const [{ id, revision }] = useState(group)
  const [owner, setOwner] = useState(group.owner)
  const save = useSaveGroup({ id, revision }, { done: t('incidentGroup.ownerSaved'), onDone: onClose })
  return (
    <ConfirmDialog
      isOpen
      title={t('incidentGroup.ownerTitle')}
      action={t('incidentGroup.saveOwner')}
      keep={t('incidentGroup.cancel')}
      isPending={save.isPending}
      error={save.isError ? <ErrorBanner title={t('incidentGroup.changeFailed')} error={save.error} /> : null}
      onConfirm={() => save.mutate({ owner: owner?.username ?? null })}
      onClose={onClose}
    >
      <PeopleSelect
        label={t('incidentGroups.owner')}
        description={t('incidentGroup.ownerHelp')}
        chosen={owner}
        isClearable
        onChoose={setOwner}
      />
    </ConfirmDialog>
  )
}
