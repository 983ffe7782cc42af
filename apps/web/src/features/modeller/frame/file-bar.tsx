import IconArrowBackUp from 'icon:arrow-back-up'
import IconArrowForwardUp from 'icon:arrow-forward-up'
import IconKeyboard from 'icon:keyboard'
import IconSearch from 'icon:search'
import { Button } from '@mantine/core'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { Saving } from '../../../components/design-page/use-saving.ts'
import { DesignerBar, SaveButton } from '../../../components/designer-frame/designer-bar.tsx'
import frame from '../../../components/designer-frame/frame.module.css'
import { HelpTool, Tool } from '../../../components/designer-frame/tool.tsx'
import { SessionContext, useDrawing, useSession } from '../editor/use-session.ts'
import { FileMenu } from './file-menu.tsx'
import classes from './modeller.module.css'
import type { FileProps } from './opened-file.tsx'

interface BarProps extends FileProps {
  readonly saving: Saving
  /** Whether the bar is wide enough for the buttons of the page. */
  readonly hasRoomForActions: boolean
  readonly isTried?: boolean
  readonly onTry?: () => void
  readonly onKeys: () => void
}

/** The bar with the name of the process, the state of saving, and actions on the file. */
export function FileBar(props: BarProps) {
  const { t } = useTranslation()
  const { name, version, helpUrl, back, Actions: PageActions, hasRoomForActions } = props
  const { canEdit, saving, isTried = false, onTry, onKeys } = props
  const session = useContext(SessionContext)
  const state = t(saving.isChanged ? 'modeller.bar.changed' : 'modeller.bar.saved')
  return (
    <DesignerBar
      back={back}
      name={name}
      version={version === null ? state : `${t('modeller.bar.version', { version })}, ${state}`}
      isChanged={saving.isChanged}
    >
      {session === null ? <ActionsRoom canEdit={canEdit} /> : <Actions canEdit={canEdit} />}
      <Tool label={t('modeller.keys.open')} onClick={onKeys}>
        <IconKeyboard size={17} stroke={1.6} />
      </Tool>
      <HelpTool label={t('modeller.bar.help')} href={helpUrl} />
      <FileMenu {...props} />
      {PageActions === undefined || !hasRoomForActions ? null : <PageActions saving={saving} />}
      {onTry === undefined ? null : (
        <Button size="xs" disabled={session === null} aria-pressed={isTried} onClick={onTry}>
          {t('modeller.trial.open')}
        </Button>
      )}
      {canEdit ? (
        <>
          <span className={frame.divider} />
          <SaveButton label={t('modeller.bar.save')} saving={saving} isDisabled={session === null} />
        </>
      ) : null}
    </DesignerBar>
  )
}

/** Where they will be, while the drawing is opened: what is beside them does not move. */
function ActionsRoom({ canEdit }: { canEdit: boolean }) {
  return (
    <div className={classes.actions} aria-hidden>
      {(canEdit ? ['undo', 'redo', 'search'] : ['search']).map((action) => (
        <span key={action} />
      ))}
    </div>
  )
}

function Actions({ canEdit }: { canEdit: boolean }) {
  const { t } = useTranslation()
  const session = useSession()
  const canUndo = useDrawing((state) => state.canUndo)
  const canRedo = useDrawing((state) => state.canRedo)
  return (
    <>
      {canEdit ? (
        <>
          <Tool label={t('modeller.bar.undo')} isDisabled={!canUndo} onClick={() => session.undo()}>
            <IconArrowBackUp size={17} stroke={1.6} />
          </Tool>
          <Tool label={t('modeller.bar.redo')} isDisabled={!canRedo} onClick={() => session.redo()}>
            <IconArrowForwardUp size={17} stroke={1.6} />
          </Tool>
        </>
      ) : null}
      <Tool label={t('modeller.bar.search')} onClick={() => session.search()}>
        <IconSearch size={17} stroke={1.6} />
      </Tool>
    </>
  )
}
