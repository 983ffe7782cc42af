import { Button } from '@mantine/core'
import type { ExternalListener } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ShortTime } from '../../../components/dates/dates.tsx'
import { Section } from '../../../components/section/section.tsx'
import classes from '../external-systems.module.css'
import { CopiedText } from './copied-text.tsx'
import { SecretDialog } from './secret-dialog.tsx'

interface Props {
  readonly listener: ExternalListener
  /** Something of it is not saved yet. */
  readonly isDirty: boolean
}

/** The address of a webhook and its secret. */
export function SecretSection({ listener, isDirty }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { settings, address, hasAddress, hasSecret, oldUntil, disabled } = listener
  const isSigned = settings.kind === 'webhook' && settings.signature !== 'none'
  const action = !hasAddress
    ? isSigned
      ? 'externalListeners.createBoth'
      : 'externalListeners.createAddress'
    : isSigned
      ? 'externalListeners.newSecret'
      : 'externalListeners.newAddress'
  return (
    <Section title={t('externalListeners.address')} hint={t('externalListeners.addressHint')}>
      {!hasAddress ? (
        <p className={classes.empty}>{t('externalListeners.noAddress')}</p>
      ) : address === null ? (
        <p className={classes.empty}>{t('externalListeners.addressSecret')}</p>
      ) : (
        <CopiedText label={t('externalListeners.address')} text={`${window.location.origin}${address}`} />
      )}
      {isSigned && hasAddress ? (
        <p className={classes.empty}>{t(hasSecret ? 'externalListeners.hasSecret' : 'externalListeners.noSecret')}</p>
      ) : null}
      {oldUntil === null ? null : (
        <p className={classes.empty}>
          {t(isSigned ? 'externalListeners.oldUntil' : 'externalListeners.oldAddressUntil')} <ShortTime at={oldUntil} />
        </p>
      )}
      {disabled === null ? (
        <div className={classes.actions}>
          <Button size="xs" disabled={isDirty} onClick={() => setOpen(true)}>
            {t(action)}
          </Button>
        </div>
      ) : null}
      <SecretDialog
        id={listener.id}
        isOpen={isOpen}
        isFirst={!hasAddress}
        isSigned={isSigned}
        title={t(action)}
        onClose={() => setOpen(false)}
      />
    </Section>
  )
}
