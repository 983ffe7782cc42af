import { Button, Modal, NumberInput, PasswordInput } from '@mantine/core'
import { api, listenerLimits } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../../components/banner/banner.tsx'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import { call } from '../../../lib/api/call.ts'
import { describeFaultOf } from '../../../lib/api/describe-fault.ts'
import { CopiedText } from './copied-text.tsx'
import classes from './listeners.module.css'

interface Props {
  readonly id: string
  readonly isOpen: boolean
  /** There is none yet. */
  readonly isFirst: boolean
  /** Deliveries have a signature with the secret; otherwise the address is the secret. */
  readonly isSigned: boolean
  readonly title: string
  readonly onClose: () => void
}

/**
 * The dialog that creates the secret of a webhook, and shows it once. It stays open meanwhile, because nobody could see
 * the secret later.
 */
export function SecretDialog({ id, isOpen, isFirst, isSigned, title, onClose }: Props) {
  const { t } = useTranslation()
  const [secret, setSecret] = useState('')
  const [keepHours, setKeepHours] = useState(24)
  const renew = useMutation({
    mutationFn: () =>
      call(api.externalListeners.renewSecret, { params: { id }, body: { secret, keepHours: isFirst ? 0 : keepHours } }),
  })
  // The user has entered the secret of the other system, so there is none to copy.
  const isOwn = isSigned && renew.data?.secret === null
  const stored = isOwn
    ? 'externalListeners.ownStored'
    : isSigned
      ? 'externalListeners.shownTitle'
      : 'externalListeners.shownAddressTitle'
  const close = () => {
    if (!renew.isPending) onClose()
  }
  const reset = () => {
    renew.reset()
    setSecret('')
  }
  return (
    <Modal opened={isOpen} onClose={close} onExitTransitionEnd={reset} title={title} size={560}>
      {renew.data ? (
        <div className={classes.form}>
          <Banner kind="success" title={t(stored)}>
            {t(isOwn ? 'externalListeners.hasSecret' : 'externalListeners.shownText')}
          </Banner>
          <CopiedText label={t('externalListeners.address')} text={`${window.location.origin}${renew.data.address}`} />
          {renew.data.secret === null ? null : (
            <CopiedText label={t('externalListeners.secretValue')} text={renew.data.secret} />
          )}
          <div className={classes.buttons}>
            <Button variant="filled" onClick={onClose}>
              {t('externalListeners.done')}
            </Button>
          </div>
        </div>
      ) : (
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault()
            renew.mutate()
          }}
        >
          <p>
            {t(
              isFirst
                ? isSigned
                  ? 'externalListeners.firstBothText'
                  : 'externalListeners.firstText'
                : isSigned
                  ? 'externalListeners.renewText'
                  : 'externalListeners.renewAddressText',
            )}
          </p>
          {isSigned ? (
            <PasswordInput
              label={t('externalListeners.ownSecret')}
              description={t('externalListeners.ownSecretHelp')}
              autoComplete="new-password"
              maxLength={4_000}
              value={secret}
              error={describeFaultOf(renew.error, 'secret')}
              onChange={(event) => setSecret(event.currentTarget.value)}
            />
          ) : null}
          {isFirst ? null : (
            <NumberInput
              label={t(isSigned ? 'externalListeners.keepHours' : 'externalListeners.keepAddressHours')}
              min={0}
              max={listenerLimits.keepHours}
              allowDecimal={false}
              value={keepHours}
              onChange={(value) => setKeepHours(Number(value))}
            />
          )}
          {renew.isError ? (
            <ErrorBanner
              title={t(isSigned ? 'externalListeners.renewFailed' : 'externalListeners.renewAddressFailed')}
              error={renew.error}
            />
          ) : null}
          <div className={classes.buttons}>
            <Button onClick={close} disabled={renew.isPending}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" variant="filled" loading={renew.isPending}>
              {title}
            </Button>
          </div>
        </form>
      )}
    </Modal>
  )
}
