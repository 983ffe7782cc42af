import { Button, Modal, Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../../web/src/components/banner/error-banner.tsx'
import type { DesignUse } from '../designer-port.ts'
import { useLoad } from '../work/use-load.ts'
import classes from './dialogs.module.css'

/** Which processes use the form, and where. */
export function UsesDialog({ list, onClose }: { list: () => Promise<readonly DesignUse[]>; onClose: () => void }) {
  const { t } = useTranslation()
  const uses = useLoad(list)
  return (
    <Modal opened onClose={onClose} title={t('designer.uses.title')} size={560}>
      <div className={classes.content}>
        {uses.error === null ? null : (
          <ErrorBanner title={t('catalogue.request')} error={uses.error} onRetry={uses.retry} />
        )}
        {uses.data === null && uses.error === null ? <Skeleton height={80} /> : null}
        {uses.data?.length === 0 ? <p className={classes.text}>{t('designer.uses.none')}</p> : null}
        <ul>
          {uses.data?.map(({ process, version, step }) => (
            <li key={`${process} ${version} ${step}`}>
              {t('designer.uses.use', { process, version, step: step ?? t('designer.uses.start') })}
            </li>
          ))}
        </ul>
        <div className={classes.buttons}>
          <Button onClick={onClose}>{t('common.close')}</Button>
        </div>
      </div>
    </Modal>
  )
}
