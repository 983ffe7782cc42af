import IconCopy from 'icon:copy'
import { Button, CopyButton, Modal, TextInput } from '@mantine/core'
import { api } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { call } from '../../lib/api/call.ts'
import classes from './profile.module.css'
import type { NewToken } from './token-entries.ts'
import { TokenForm } from './token-form.tsx'

/**
 * The dialog that creates an API token, and shows the token once. It stays open while the token is being created,
 * because nobody could see the token later.
 */
export function CreateTokenDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const create = useMutation({
    mutationFn: (body: NewToken) => call(api.account.createToken, { body }),
  })
  const close = () => {
    if (!create.isPending) onClose()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      onExitTransitionEnd={create.reset}
      title={t('profile.createToken')}
      size={560}
    >
      {create.data ? (
        <CreatedToken token={create.data.token} onClose={close} />
      ) : (
        <TokenForm isPending={create.isPending} error={create.error} onClose={close} onSend={create.mutate} />
      )}
    </Modal>
  )
}

function CreatedToken({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.form}>
      <Banner kind="success" title={t('profile.tokenCreated')}>
        {t('profile.tokenCreatedText')}
      </Banner>
      <TextInput
        label={t('profile.tokenValue')}
        value={token}
        readOnly
        classNames={{ input: 'mono' }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={classes.buttons}>
        <CopyButton value={token}>
          {({ copied, copy }) => (
            <Button leftSection={<IconCopy size={16} stroke={1.6} />} onClick={copy}>
              {copied ? t('common.copied') : t('profile.copyToken')}
            </Button>
          )}
        </CopyButton>
        <Button variant="filled" onClick={onClose}>
          {t('profile.done')}
        </Button>
      </div>
    </div>
  )
}
