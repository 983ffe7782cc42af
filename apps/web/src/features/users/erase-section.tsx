import { Button } from '@mantine/core'
import { api, erasedKinds, type UserAccount, type UserErasure } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { useLeaveRecord } from '../../components/record/use-leave-record.ts'
import { Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { userQuery } from './user-query.ts'
import classes from './users.module.css'

/** The section that erases a disabled user, after counting the occurrences of their name. */
export function EraseSection({ user: { id, name, username } }: { user: UserAccount }) {
  const { t } = useTranslation()
  const leave = useLeaveRecord(userQuery(id).queryKey)
  const [isAsking, setAsking] = useState(false)
  const params = { id }
  const counted = useQuery({ ...callQuery(api.userErasure.count, { params }), enabled: isAsking, staleTime: 0 })
  const erase = useMutation({
    mutationFn: () => call(api.userErasure.erase, { params, body: { username } }),
    onSuccess: ({ pseudonym, replaced }) =>
      showToast({
        kind: 'success',
        title: t('users.erased'),
        text: t('users.erasedAs', { count: replaced, number: replaced.toLocaleString('en'), pseudonym }),
      }),
  })
  const { counts, obstacles = [] } = counted.data ?? {}
  const canErase = counts !== undefined && obstacles.length === 0
  const close = () => {
    erase.reset()
    setAsking(false)
  }
  return (
    <Section title={t('users.erasure')} hint={t('users.erasureHint')}>
      <div className={classes.buttons}>
        <Button data-danger onClick={() => setAsking(true)}>
          {t('users.erase')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('users.eraseTitle', { name })}
        action={t('users.erase')}
        keep={t('users.eraseKeep')}
        isDangerous
        isPending={erase.isPending}
        isBlocked={!canErase}
        typedName={canErase ? username : undefined}
        error={erase.isError ? <ErrorBanner title={t('users.eraseFailed')} error={erase.error} /> : null}
        // An administrator who has gone elsewhere before the answer stays there.
        onConfirm={() => erase.mutate(undefined, { onSuccess: () => void leave() })}
        onClose={close}
      >
        <QueryFailure query={counted} title={t('users.eraseCountFailed')} />
        {counts === undefined ? (
          <p>{t('users.eraseCounting')}</p>
        ) : obstacles.length > 0 ? (
          <>
            <p>{t('users.eraseObstacles')}</p>
            <ul>
              {obstacles.map(({ kind, count }) => (
                <li key={kind}>{t(`users.obstacle_${kind}`, { count, number: count.toLocaleString('en') })}</li>
              ))}
            </ul>
          </>
        ) : (
          <>
            <p>{t('users.eraseText')}</p>
            <ErasedPlaces counts={counts} />
            <p>{t('users.eraseAudit')}</p>
          </>
        )}
      </ConfirmDialog>
    </Section>
  )
}

/** The places with the name of the user; a sentence where there are none. */
function ErasedPlaces({ counts }: Pick<UserErasure, 'counts'>) {
  const { t } = useTranslation()
  const kinds = erasedKinds.filter((kind) => counts[kind] > 0)
  if (kinds.length === 0) return <p>{t('users.erasedNowhere')}</p>
  return (
    <>
      <p>{t('users.erasedIn')}</p>
      <ul>
        {kinds.map((kind) => (
          <li key={kind}>
            {t(`users.erased_${kind}`, { count: counts[kind], number: counts[kind].toLocaleString('en') })}
          </li>
        ))}
      </ul>
    </>
  )
}
