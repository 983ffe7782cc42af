import IconBeach from 'icon:beach'
import { Button } from '@mantine/core'
import { type Absence, api, type Person } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import { QueryFailure } from '../../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../../components/delayed/skeleton-rows.tsx'
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx'
import { EmptyState } from '../../../components/empty-state/empty-state.tsx'
import { Section } from '../../../components/section/section.tsx'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { call } from '../../../lib/api/call.ts'
import { callQuery } from '../../../lib/api/call-query.ts'
import { useLast } from '../../../lib/use-last.ts'
import { AbsenceDialog } from './absence-dialog.tsx'
import { AbsenceTable } from './absence-table.tsx'

/** The user's absences with their substitutes, and those of users whose substitute they are. */
export function AbsencesSection() {
  const { t } = useTranslation()
  return (
    <Section title={t('absences.title')} hint={t('absences.hint')}>
      <Absences other={null} />
    </Section>
  )
}

/** The absences of the user, or of another user for user administrators. */
export function Absences({ other }: { other: Person | null }) {
  const { t } = useTranslation()
  const absences = useQuery(callQuery(api.absences.list, { query: other === null ? {} : { username: other.username } }))
  const [edited, setEdited] = useState<Absence | 'new' | null>(null)
  const [removed, setRemoved] = useState<Absence | null>(null)
  const shown = useLast(edited)
  const { data } = absences
  const add = <Button onClick={() => setEdited('new')}>{t('absences.add')}</Button>
  return (
    <>
      <QueryFailure query={absences} title={t('absences.failed')} />
      {data === undefined ? (
        absences.isError ? null : (
          <SkeletonRows count={2} height={34} />
        )
      ) : data.own.length === 0 ? (
        <EmptyState
          icon={IconBeach}
          headingLevel={3}
          title={t('absences.none')}
          text={t('absences.noneText')}
          actions={add}
        />
      ) : (
        <>
          <AbsenceTable label={t('absences.title')} absences={data.own} onChange={setEdited} onRemove={setRemoved} />
          <div>{add}</div>
        </>
      )}
      {data !== undefined && data.standsInFor.length > 0 ? (
        <AbsenceTable
          label={other === null ? t('absences.standsIn') : t('absences.standsInOther', { name: other.displayName })}
          absences={data.standsInFor}
          ofOthers
        />
      ) : null}
      <AbsenceDialog
        isOpen={edited !== null}
        absence={shown === 'new' ? null : (shown ?? null)}
        username={other?.username ?? null}
        onClose={() => setEdited(null)}
      />
      <RemoveDialog absence={removed} onClose={() => setRemoved(null)} />
    </>
  )
}

function RemoveDialog({ absence, onClose }: { absence: Absence | null; onClose: () => void }) {
  const { t } = useTranslation()
  const substitute = useLast(absence)?.substitute
  const remove = useMutation({
    mutationFn: (id: string) => call(api.absences.remove, { params: { id } }),
    onSuccess: () => showToast({ kind: 'success', title: t('absences.removed') }),
  })
  return (
    <ConfirmDialog
      isOpen={absence !== null}
      title={t('absences.removeTitle')}
      action={t('absences.removeAction')}
      isDangerous
      isPending={remove.isPending}
      error={remove.isError ? <ErrorBanner title={t('absences.removeFailed')} error={remove.error} /> : null}
      onConfirm={() => absence && remove.mutate(absence.id, { onSuccess: onClose })}
      onClose={() => {
        remove.reset()
        onClose()
      }}
    >
      {t('absences.removeText', { name: substitute?.displayName ?? t('absences.nobody') })}
    </ConfirmDialog>
  )
}
