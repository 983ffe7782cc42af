import { Button, Modal, Skeleton } from '@mantine/core'
import { compareDocuments, type DocumentComparison, toDocument } from '@millrace/forms/design'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../../web/src/components/banner/error-banner.tsx'
import type { DesignerPort } from '../designer-port.ts'
import dialogs from '../dialogs/dialogs.module.css'
import view from '../frame/view.module.css'
import { useDesigner } from '../store/use-designer.ts'
import { useLoad } from '../work/use-load.ts'
import type { Saving } from '../work/use-saving.ts'
import { Comparison } from './comparison.tsx'
import { VersionRow } from './version-row.tsx'

interface Props {
  readonly port: DesignerPort
  readonly saving: Saving
  readonly onClose: () => void
}

/**
 * The dialog with the saved versions: the differences of each from the previous version, the unsaved changes, and a
 * button to restore a version.
 */
export function HistoryDialog({ port, saving, onClose }: Props) {
  const { t } = useTranslation()
  const now = useDesigner(({ stack }) => stack.design)
  const saved = useDesigner((state) => state.savedDesign)
  const isHeld = useDesigner(({ heldBy }) => heldBy !== null)
  const versions = useLoad(port.listVersions)
  const [opened, setOpened] = useState<{ version: number | null; comparison: DocumentComparison } | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isRestoring, setRestoring] = useState(false)
  const open = async (version: number) => {
    setError(null)
    try {
      setOpened({ version, comparison: await port.compareVersions(version, saving.version) })
    } catch (cause) {
      setError(cause)
    }
  }
  const restore = async (version: number) => {
    setRestoring(true)
    setError(null)
    try {
      await saving.restore(version)
      onClose()
    } catch (cause) {
      setError(cause)
    }
    setRestoring(false)
  }
  const showUnsaved = () =>
    setOpened({ version: null, comparison: compareDocuments(toDocument(saved), toDocument(now)) })
  return (
    <Modal opened onClose={onClose} title={t('designer.history.title')} size={720}>
      <div className={dialogs.content}>
        {versions.error === null ? null : (
          <ErrorBanner title={t('catalogue.request')} error={versions.error} onRetry={versions.retry} />
        )}
        {error === null ? null : <ErrorBanner title={t('catalogue.request')} error={error} />}
        {versions.data === null && versions.error === null ? <Skeleton height={120} /> : null}
        {versions.data?.length === 0 ? <p className={dialogs.text}>{t('designer.history.none')}</p> : null}
        {now === saved ? null : (
          <p className={dialogs.text}>
            {t('designer.history.unsaved')}{' '}
            <Button size="xs" onClick={showUnsaved}>
              {t('designer.history.showUnsaved')}
            </Button>
          </p>
        )}
        {versions.data === null || versions.data.length === 0 ? null : (
          <table className={view.table}>
            <thead>
              <tr>
                <th scope="col">{t('designer.history.version')}</th>
                <th scope="col">{t('designer.history.saved')}</th>
                <th scope="col">{t('designer.history.by')}</th>
                <th scope="col">{t('designer.history.compareHead')}</th>
              </tr>
            </thead>
            <tbody>
              {versions.data.map((one) => (
                <VersionRow
                  key={one.version}
                  version={one}
                  isCurrent={one.version === saving.version}
                  onCompare={() => void open(one.version)}
                />
              ))}
            </tbody>
          </table>
        )}
        {opened === null ? null : <Comparison comparison={opened.comparison} version={opened.version} />}
        <div className={dialogs.buttons}>
          <Button onClick={onClose}>{t('common.close')}</Button>
          {opened?.version == null ? null : (
            <Button
              variant="filled"
              disabled={isHeld}
              loading={isRestoring}
              onClick={() => void restore(opened.version ?? 0)}
            >
              {t('designer.history.restore', { version: opened.version })}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  )
}
