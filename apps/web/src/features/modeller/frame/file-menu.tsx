import IconDots from 'icon:dots'
import IconFileExport from 'icon:file-export'
import IconFileImport from 'icon:file-import'
import IconPhoto from 'icon:photo'
import { ActionIcon, Menu } from '@mantine/core'
import { decodeXml } from '@millrace/xml'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { OpenFile } from '../../../components/designer-frame/open-file.tsx'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { SessionContext } from '../editor/use-session.ts'
import { exportPng, exportSvg, exportXml } from '../export/export-drawing.ts'
import type { FileProps } from './opened-file.tsx'

/** Megabytes of a file that is opened. */
const largest = 4

/** The menu that opens and saves files. */
export function FileMenu({ name, canEdit, onImport }: Pick<FileProps, 'name' | 'canEdit' | 'onImport'>) {
  const { t } = useTranslation()
  const session = useContext(SessionContext)
  const send = (write: typeof exportXml) => () => {
    if (session === null) return
    write(session, name).catch((error: unknown) => {
      const text = error instanceof Error ? error.message : String(error)
      showToast({ kind: 'error', title: t('modeller.bar.exportFailed'), text })
    })
  }
  return (
    <OpenFile
      accept=".bpmn,.xml,text/xml,application/xml"
      most={largest * 1_000_000}
      decode={decodeXml}
      texts={{
        opened: t('modeller.bar.imported'),
        failed: t('modeller.bar.importFailed'),
        tooLarge: t('modeller.bar.tooLarge', { megabytes: largest }),
      }}
      onOpen={onImport}
    >
      {(choose) => (
        <Menu width={220}>
          <Menu.Target>
            <ActionIcon aria-label={t('modeller.bar.more')}>
              <IconDots size={17} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {canEdit ? (
              <Menu.Item leftSection={<IconFileImport size={15} />} onClick={choose}>
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
    </OpenFile>
  )
}
