import IconArrowBackUp from 'icon:arrow-back-up'
import IconArrowForwardUp from 'icon:arrow-forward-up'
import IconFileExport from 'icon:file-export'
import IconFileImport from 'icon:file-import'
import IconHelp from 'icon:help'
import IconKeyboard from 'icon:keyboard'
import { ActionIcon, Button, FileButton } from '@mantine/core'
import { limits } from '@millrace/contract'
import { decodeXml } from '@millrace/xml'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import bar from '../../../components/design-page/design-bar.module.css'
import type { Saving } from '../../../components/design-page/use-saving.ts'
import { Hint } from '../../../components/hint/hint.tsx'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { saveBlob } from '../../../lib/save-blob.ts'
import { type DecisionSession, useDecision } from '../tables/decision-session.ts'
import classes from './decision-editor.module.css'
import type { TablesProps } from './opened-tables.tsx'

interface Props extends TablesProps {
  readonly saving: Saving
  readonly session: DecisionSession | null
  readonly onKeys: () => void
}

/** What the decision is, whether it is saved, and what is done with it as a whole. */
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
    <header className={bar.bar}>
      {back}
      <h1 className={bar.name}>{name}</h1>
      <span className={classes.version} data-changed={saving.isChanged || undefined}>
        {`${t('decisionEditor.version', { version })}, ${state}`}
      </span>
      <span className={classes.space} />
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
      <Hint label={t('decisionEditor.help')}>
        <ActionIcon component="a" href={helpUrl} target="_blank" rel="noopener" aria-label={t('decisionEditor.help')}>
          <IconHelp size={17} stroke={1.6} />
        </ActionIcon>
      </Hint>
      {canEdit ? (
        <Button
          size="xs"
          variant="filled"
          loading={saving.isSaving}
          disabled={session === null}
          onClick={() => saving.save()}
        >
          {t('decisionEditor.save')}
        </Button>
      ) : null}
    </header>
  )
}

function Import({ onImport }: Pick<TablesProps, 'onImport'>) {
  const { t } = useTranslation()
  const reset = useRef<() => void>(null)
  const open = async (file: File | null) => {
    reset.current?.()
    if (file === null) return
    if (file.size > limits.processDesign) {
      const text = t('decisionEditor.tooLarge', { megabytes: limits.processDesign / 1_000_000 })
      showToast({ kind: 'error', title: t('decisionEditor.importFailed'), text })
      return
    }
    const decoded = decodeXml(new Uint8Array(await file.arrayBuffer()))
    if (!decoded.ok) {
      showToast({ kind: 'error', title: t('decisionEditor.importFailed'), text: t('decisionEditor.encoding') })
      return
    }
    onImport(decoded.text)
    showToast({ kind: 'success', title: t('decisionEditor.imported') })
  }
  return (
    <FileButton resetRef={reset} accept=".dmn,.xml,text/xml,application/xml" onChange={(file) => void open(file)}>
      {({ onClick }) => (
        <Tool label={t('decisionEditor.importFile')} onClick={onClick}>
          <IconFileImport size={17} stroke={1.6} />
        </Tool>
      )}
    </FileButton>
  )
}

interface ToolProps {
  readonly label: string
  readonly isDisabled?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

function Tool({ label, isDisabled = false, onClick, children }: ToolProps) {
  return (
    <Hint label={label}>
      <ActionIcon aria-label={label} disabled={isDisabled} onClick={onClick}>
        {children}
      </ActionIcon>
    </Hint>
  )
}
