import { Button } from '@mantine/core'
import { api, type UserAccount } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { Section } from '../../components/section/section.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import classes from './users.module.css'

interface Props {
  readonly user: UserAccount
  readonly isOwn: boolean
}

/** The second factors of a user, with a button that removes them for a user who lost them. */
export function SecondFactorSection({ user: { id, name, secondFactors: count }, isOwn }: Props) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const reset = useMutation({
    mutationFn: () => call(api.userAccounts.resetSecondFactors, { params: { id } }),
    onSuccess: () => {
      showToast({ kind: 'success', title: t('users.resetFactorsDone') })
      setAsking(false)
    },
  })
  return (
    <Section
      title={t('users.secondFactor')}
      hint={count === 0 ? t('users.secondFactorNone') : t('users.secondFactorCount', { count })}
    >
      {count === 0 || isOwn ? null : (
        <div className={classes.buttons}>
          <Button data-danger onClick={() => setAsking(true)}>
            {t('users.resetFactors')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('users.resetFactorsTitle', { name })}
        action={t('users.resetFactors')}
        keep={t('users.resetFactorsKeep')}
        isDangerous
        isPending={reset.isPending}
        error={reset.isError ? <ErrorBanner title={t('users.resetFactorsFailed')} error={reset.error} /> : null}
        onConfirm={() => reset.mutate()}
        onClose={() => {
          reset.reset()
          setAsking(false)
        }}
      >
        {t('users.resetFactorsText')}
      </ConfirmDialog>
    </Section>
  )
}
