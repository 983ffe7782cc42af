import { Button, Modal, Skeleton } from '@mantine/core'
import { parseDocument } from '@millrace/forms'
import { type Design, toDesign } from '@millrace/forms/design'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../../web/src/components/banner/error-banner.tsx'
import { presentDateTime } from '../../../web/src/lib/dates.ts'
import type { DesignerPort, DesignVersion } from '../designer-port.ts'
import dialogs from '../dialogs/dialogs.module.css'
import view from '../frame/view.module.css'
import { useDesigner, useStore } from '../store/use-designer.ts'
import { useLoad } from '../work/use-load.ts'
import { Comparison } from './comparison.tsx'

interface Props {
  readonly port: DesignerPort
  /** The version that this design was begun with. */
  readonly version: number
  readonly onClose: () => void
}

interface Opened {
  readonly version: number
  readonly design: Design
  readonly restore: () => boolean
}

/** The saved versions: what each differs in from the design as it is now, and the way back to it. */
export function HistoryDialog({ port, version, onClose }: Props) {
  const { t } = useTranslation()
  const store = useStore()
  const now = useDesigner(({ stack }) => stack.design)
  const isHeld = useDesigner(({ heldBy }) => heldBy !== null)
  const versions = useLoad(port.listVersions)
  const [opened, setOpened] = useState<Opened | null>(null)
  const [error, setError] = useState<unknown>(null)
  const open = async (one: DesignVersion) => {
    setError(null)
    try {
      const read = parseDocument(await port.readVersion(one.version))
      if (!read.ok) throw new Error(t('designer.unreadable'))
      const text = t('designer.history.restored', { version: one.version })
      setOpened({
        version: one.version,
        design: toDesign(read.document),
        restore: () => store.replaceAll(read.document, text),
      })
    } catch (cause) {
      setError(cause)
    }
  }
  return (
    <Modal opened onClose={onClose} title={t('designer.history.title')} size={720}>
      <div className={dialogs.content}>
        {versions.error === null ? null : (
          <ErrorBanner title={t('catalogue.request')} error={versions.error} onRetry={versions.retry} />
        )}
        {error === null ? null : <ErrorBanner title={t('catalogue.request')} error={error} />}
        {versions.data === null && versions.error === null ? <Skeleton height={120} /> : null}
        {versions.data?.length === 0 ? <p className={dialogs.text}>{t('designer.history.none')}</p> : null}
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
                <tr key={one.version}>
                  <td className="tn">
                    {one.version}
                    {one.version === version ? ` ${t('designer.history.current')}` : ''}
                    {one.restoredFrom === null ? '' : ` ${t('designer.history.from', { version: one.restoredFrom })}`}
                  </td>
                  <td className="tn">{presentDateTime(one.savedAt)}</td>
                  <td>{one.savedBy?.name ?? t('designer.history.nobody')}</td>
                  <td>
                    <Button size="xs" onClick={() => void open(one)}>
                      {t('designer.history.compare', { version: one.version })}
                    </Button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {opened === null ? null : <Comparison before={opened.design} after={now} version={opened.version} />}
        <div className={dialogs.buttons}>
          <Button onClick={onClose}>{t('common.close')}</Button>
          {opened === null ? null : (
            <Button
              variant="filled"
              disabled={isHeld}
              onClick={() => {
                if (opened.restore()) onClose()
              }}
            >
              {t('designer.history.restore', { version: opened.version })}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  )
}
