import IconArrowBackUp from 'icon:arrow-back-up'
import IconArrowForwardUp from 'icon:arrow-forward-up'
import IconHelp from 'icon:help'
import IconKeyboard from 'icon:keyboard'
import IconSearch from 'icon:search'
import { ActionIcon, Button } from '@mantine/core'
import { type ReactNode, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import bar from '../../../components/design-page/design-bar.module.css'
import type { Saving } from '../../../components/design-page/use-saving.ts'
import { Hint } from '../../../components/hint/hint.tsx'
import { SessionContext, useDrawing, useSession } from '../editor/use-session.ts'
import { FileMenu } from './file-menu.tsx'
import classes from './modeller.module.css'
import type { FileProps } from './opened-file.tsx'

interface BarProps extends FileProps {
  readonly saving: Saving
  readonly isTried?: boolean
  readonly onTry?: () => void
  readonly onKeys: () => void
}

/** What the process is, whether it is saved, and what is done with it as a whole. */
export function FileBar(props: BarProps) {
  const { t } = useTranslation()
  const { name, version, helpUrl, back, actions, canEdit, saving, isTried = false, onTry, onKeys } = props
  const session = useContext(SessionContext)
  const state = t(saving.isChanged ? 'modeller.bar.changed' : 'modeller.bar.saved')
  return (
    <header className={bar.bar}>
      {back}
      <h1 className={bar.name}>{name}</h1>
      <span className={classes.version} data-changed={saving.isChanged || undefined}>
        {version === null ? state : `${t('modeller.bar.version', { version })}, ${state}`}
      </span>
      <span className={classes.space} />
      {session === null ? <DeedsRoom canEdit={canEdit} /> : <Deeds canEdit={canEdit} />}
      <Tool label={t('modeller.keys.open')} onClick={onKeys}>
        <IconKeyboard size={17} stroke={1.6} />
      </Tool>
      <Hint label={t('modeller.bar.help')}>
        <ActionIcon component="a" href={helpUrl} target="_blank" rel="noopener" aria-label={t('modeller.bar.help')}>
          <IconHelp size={17} stroke={1.6} />
        </ActionIcon>
      </Hint>
      <FileMenu {...props} />
      {actions}
      {onTry === undefined ? null : (
        <Button size="xs" disabled={session === null} aria-pressed={isTried} onClick={onTry}>
          {t('modeller.trial.open')}
        </Button>
      )}
      {canEdit ? (
        <>
          <span className={classes.divider} />
          <Button
            size="xs"
            variant="filled"
            loading={saving.isSaving}
            disabled={session === null}
            onClick={() => saving.save()}
          >
            {t('modeller.bar.save')}
          </Button>
        </>
      ) : null}
    </header>
  )
}

/** Where they will be, while the drawing is opened: what stands beside them does not move. */
function DeedsRoom({ canEdit }: { canEdit: boolean }) {
  return (
    <div className={classes.deeds} aria-hidden>
      {(canEdit ? ['undo', 'redo', 'search'] : ['search']).map((deed) => (
        <span key={deed} />
      ))}
    </div>
  )
}

function Deeds({ canEdit }: { canEdit: boolean }) {
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
