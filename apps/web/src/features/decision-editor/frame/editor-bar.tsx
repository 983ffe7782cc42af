import IconArrowBackUp from 'icon:arrow-back-up'
import IconArrowForwardUp from 'icon:arrow-forward-up'
import IconFileExport from 'icon:file-export'
import IconFileImport from 'icon:file-import'
import IconKeyboard from 'icon:keyboard'
import { limits } from '@millrace/contract'
import { decodeXml } from '@millrace/xml'
import { useTranslation } from 'react-i18next'
import type { Saving } from '../../../components/design-page/use-saving.ts'
import { DesignerBar, SaveButton } from '../../../components/designer-frame/designer-bar.tsx'
import { OpenFile } from '../../../components/designer-frame/open-file.tsx'
import { HelpTool, Tool } from '../../../components/designer-frame/tool.tsx'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { saveBlob } from '../../../lib/save-blob.ts'
import { type DecisionSession, useDecision } from '../tables/decision-session.ts'
import type { TablesProps } from './opened-tables.tsx'

interface Props extends TablesProps {
  readonly saving: Saving
  readonly session: DecisionSession | null
  readonly onKeys: () => void
}

/** The bar with the name of the decision, the state of unsaved changes, and actions on the whole decision. */
export function EditorBar({ name, version, helpUrl, back, canEdit, saving, session, onImport, onKeys }: Props) {
  const { t } = useTranslation()
  const { canUndo, canRedo } = useDecision(session)
  const state = t(saving.isChanged ? 'decisionEditor.changed' : 'decisionEditor.saved')
  const exportFile = async () => {
    if (session === null) return
    try {
      saveBlob(new Blob([await session.toXml()], { type: 'application/xml' }), `${name}.dmn`)
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      showToast({ kind: 'error', title: t('decisionEditor.exportFailed'), text })
    }
  }
  return (
    <DesignerBar
      back={back}
      name={name}
      version={`${t('decisionEditor.version', { version })}, ${state}`}
      isChanged={saving.isChanged}
    >
      {canEdit ? (
        <>
          <Tool label={t('decisionEditor.undo')} isDisabled={!canUndo} onClick={() => session?.undo()}>
            <IconArrowBackUp size={17} stroke={1.6} />
          </Tool>
          <Tool label={t('decisionEditor.redo')} isDisabled={!canRedo} onClick={() => session?.redo()}>
            <IconArrowForwardUp size={17} stroke={1.6} />
          </Tool>
          <Import onImport={onImport} />
        </>
      ) : null}
      <Tool label={t('decisionEditor.exportDmn')} isDisabled={session === null} onClick={() => void exportFile()}>
        <IconFileExport size={17} stroke={1.6} />
      </Tool>
      {canEdit ? (
        <Tool label={t('decisionEditor.keys.open')} onClick={onKeys}>
          <IconKeyboard size={17} stroke={1.6} />
        </Tool>
      ) : null}
      <HelpTool label={t('decisionEditor.help')} href={helpUrl} />
      {canEdit ? <SaveButton label={t('decisionEditor.save')} saving={saving} isDisabled={session === null} /> : null}
    </DesignerBar>
  )
}

function Import({ onImport }: Pick<TablesProps, 'onImport'>) {
  const { t } = useTranslation()
  return (
    <OpenFile
      accept=".dmn,.xml,text/xml,application/xml"
      most={limits.processDesign}
      decode={decodeXml}
      texts={{
        opened: t('decisionEditor.imported'),
        failed: t('decisionEditor.importFailed'),
        tooLarge: t('decisionEditor.tooLarge', { megabytes: limits.processDesign / 1_000_000 }),
        unreadable: t('decisionEditor.encoding'),
      }}
      onOpen={onImport}
    >
      {(choose) => (
        <Tool label={t('decisionEditor.importFile')} onClick={choose}>
          <IconFileImport size={17} stroke={1.6} />
        </Tool>
      )}
    </OpenFile>
  )
}
