import { Button, Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { presentDateTime } from '../../../web/src/lib/dates.ts'
import type { Recovery } from '../work/use-recovery.ts'
import classes from './dialogs.module.css'

/** Offers what was not saved the last time. */
export function RecoveryDialog({ recovery: { found, restore, discard } }: { recovery: Recovery }) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={found !== null}
      onClose={discard}
      title={t('designer.recovery.title')}
      size={400}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <div className={classes.content}>
        <p className={classes.text}>
          {t('designer.recovery.text', { at: found === null ? '' : presentDateTime(found.savedAt) })}
        </p>
        <div className={classes.buttons}>
          <Button onClick={discard}>{t('designer.recovery.discard')}</Button>
          <Button variant="filled" onClick={restore} data-autofocus>
            {t('designer.recovery.restore')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
