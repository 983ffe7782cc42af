import { Button, Modal, Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../../web/src/components/banner/error-banner.tsx'
import type { DesignUses } from '../designer-port.ts'
import { useLoad } from '../work/use-load.ts'
import classes from './dialogs.module.css'

/** Lists the processes and steps that use the form, and the forms and form templates that were created from it. */
export function UsesDialog({ list, onClose }: { list: () => Promise<DesignUses>; onClose: () => void }) {
  const { t } = useTranslation()
  const uses = useLoad(list)
  return (
    <Modal opened onClose={onClose} title={t('designer.uses.title')} size={560}>
      <div className={classes.content}>
        {uses.error === null ? null : (
          <ErrorBanner title={t('catalogue.request')} error={uses.error} onRetry={uses.retry} />
        )}
        {uses.data === null && uses.error === null ? <Skeleton height={80} /> : null}
        {uses.data === null ? null : <Uses uses={uses.data} />}
        <div className={classes.buttons}>
          <Button onClick={onClose}>{t('common.close')}</Button>
        </div>
      </div>
    </Modal>
  )
}

function Uses({ uses: { processes, forms } }: { uses: DesignUses }) {
  const { t } = useTranslation()
  return (
    <>
      <section>
        <h3>{t('designer.uses.processes')}</h3>
        {processes.length === 0 ? <p className={classes.text}>{t('designer.uses.noProcess')}</p> : null}
        <ul className={classes.lines}>
          {processes.map(({ process, version, elementId, step }) => (
            <li key={`${process} ${version} ${elementId}`}>
              {t('designer.uses.use', { process, version, step: step ?? t('designer.uses.start') })}
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>{t('designer.uses.forms')}</h3>
        {forms.length === 0 ? <p className={classes.text}>{t('designer.uses.noForm')}</p> : null}
        <ul className={classes.lines}>
          {forms.map(({ id, name, application }) => (
            <li key={id}>
              {application === null
                ? t('designer.uses.template', { name })
                : t('designer.uses.form', { name, application })}
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
