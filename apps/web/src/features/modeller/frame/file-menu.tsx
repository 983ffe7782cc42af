import IconDots from 'icon:dots'
import IconFileExport from 'icon:file-export'
import IconFileImport from 'icon:file-import'
import IconPhoto from 'icon:photo'
import { ActionIcon, FileButton, Menu } from '@mantine/core'
import { decodeXml } from '@millrace/xml'
import { useContext, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { SessionContext } from '../editor/use-session.ts'
import { exportPng, exportSvg, exportXml } from '../export/export-drawing.ts'
import type { FileProps } from './opened-file.tsx'

/** Megabytes of a file that is opened. */
const largest = 4

/** Files in, files out. */
export function FileMenu({ name, canEdit, onImport }: Pick<FileProps, 'name' | 'canEdit' | 'onImport'>) {
  const { t } = useTranslation()
  const session = useContext(SessionContext)
  const reset = useRef<() => void>(null)
  const open = async (file: File | null) => {
    reset.current?.()
    if (file === null) return
    if (file.size > largest * 1_000_000) {
      const text = t('modeller.bar.tooLarge', { megabytes: largest })
      showToast({ kind: 'error', title: t('modeller.bar.importFailed'), text })
      return
    }
    const decoded = decodeXml(new Uint8Array(await file.arrayBuffer()))
    if (!decoded.ok) {
      showToast({ kind: 'error', title: t('modeller.bar.importFailed'), text: decoded.message })
      return
    }
    onImport(decoded.text)
    showToast({ kind: 'success', title: t('modeller.bar.imported') })
  }
  const send = (write: typeof exportXml) => () => {
    if (session === null) return
    write(session, name).catch((error: unknown) => {
      const text = error instanceof Error ? error.message : String(error)
      showToast({ kind: 'error', title: t('modeller.bar.exportFailed'), text })
    })
  }
  return (
    <FileButton resetRef={reset} accept=".bpmn,.xml,text/xml,application/xml" onChange={(file) => void open(file)}>
      {({ onClick }) => (
        <Menu width={220}>
          <Menu.Target>
            <ActionIcon aria-label={t('modeller.bar.more')}>
              <IconDots size={17} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {canEdit ? (
              <Menu.Item leftSection={<IconFileImport size={15} />} onClick={onClick}>
                {t('modeller.bar.importFile')}
              </Menu.Item>
            ) : null}
            <Menu.Item leftSection={<IconFileExport size={15} />} disabled={session === null} onClick={send(exportXml)}>
              {t('modeller.bar.exportBpmn')}
            </Menu.Item>
            <Menu.Item leftSection={<IconPhoto size={15} />} disabled={session === null} onClick={send(exportSvg)}>
              {t('modeller.bar.exportSvg')}
            </Menu.Item>
            <Menu.Item leftSection={<IconPhoto size={15} />} disabled={session === null} onClick={send(exportPng)}>
              {t('modeller.bar.exportPng')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </FileButton>
  )
}
