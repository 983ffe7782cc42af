import { Button, Modal, TextInput } from '@mantine/core'
import { api } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/call.ts'
import { presentDate } from '../../lib/dates.ts'
import { Banner } from '../banner/banner.tsx'
import { ErrorBanner } from '../banner/error-banner.tsx'
import classes from './save-later.module.css'

interface Props {
  readonly token: string
  /** The secret that the form was opened with, where it was saved before. */
  readonly saved: string | undefined
  readonly hash: string
  /** Returns the revision of the process values that the user saw. */
  readonly readBasis: () => string | null
  /** Returns the entries so far. */
  readonly read: () => Readonly<Record<string, unknown>>
  /** Null where no riddle is to be solved. */
  readonly solve: (() => Promise<string>) | null
  readonly onSaved: () => void
}

/** A section that saves the form of a public link, and mails the link to it. */
export function SaveLater({ token, saved, hash, readBasis, read, solve, onSaved }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [email, setEmail] = useState('')
  const [isTried, setTried] = useState(false)
  const isWrong = !/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email.trim())
  const save = useMutation({
    mutationFn: async (to: string) =>
      call(api.openForms.save, {
        params: { token },
        body: {
          email: to,
          values: read(),
          hash,
          basis: readBasis(),
          captcha: solve === null ? null : await solve(),
          ...(saved === undefined ? {} : { saved }),
        },
      }),
    onSuccess: onSaved,
  })
  const close = () => {
    if (!save.isPending) setOpen(false)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('standalone.saveLater')}</Button>
      <Modal
        opened={isOpen}
        onClose={close}
        onExitTransitionEnd={save.reset}
        title={t('standalone.saveLater')}
        size={440}
      >
        {save.data === undefined ? (
          <form
            noValidate
            className={classes.form}
            onSubmit={(event) => {
              event.preventDefault()
              setTried(true)
              if (!isWrong) save.mutate(email.trim())
            }}
          >
            {save.isError ? (
              <ErrorBanner title={t('standalone.saveFailed')} error={save.error} comfort={t('startForm.inputKept')} />
            ) : null}
            <p>{t('standalone.saveText')}</p>
            <TextInput
              type="email"
              label={t('standalone.saveEmail')}
              autoComplete="email"
              maxLength={254}
              required
              value={email}
              error={isTried && isWrong ? t('standalone.saveEmailWrong') : null}
              onChange={(event) => setEmail(event.currentTarget.value)}
              data-autofocus
            />
            <div className={classes.buttons}>
              <Button onClick={close}>{t('common.cancel')}</Button>
              <Button type="submit" variant="filled" loading={save.isPending}>
                {t('standalone.save')}
              </Button>
            </div>
          </form>
        ) : (
          <div className={classes.form}>
            <Banner kind="success" title={t('standalone.savedTitle')}>
              {t('standalone.savedText', { email: email.trim(), day: presentDate(save.data.expiresAt) })}
            </Banner>
            <div className={classes.buttons}>
              <Button variant="filled" onClick={close}>
                {t('standalone.savedDone')}
              </Button>
            </div>
          </div>
        )}
      </Modal>
    </>
  )
}
