import { Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeysSheet } from '../../../components/design-page/use-keys-sheet.ts'
import { useSaving } from '../../../components/design-page/use-saving.ts'
import { useUndoKeys } from '../../../components/design-page/use-undo-keys.ts'
import frame from '../../../components/designer-frame/frame.module.css'
import { Message } from '../../../components/designer-frame/message.tsx'
import { lazyPart } from '../../../components/lazy-part/lazy-part.tsx'
import { useOpened } from '../editor/use-opened.ts'
import { SessionContext } from '../editor/use-session.ts'
import { Palette } from '../palette/palette.tsx'
import { ProblemList } from '../problems/problem-list.tsx'
import { useProblemMarks } from '../problems/use-problem-marks.ts'
import { useProblems } from '../problems/use-problems.ts'
import { Panel } from '../properties/panel.tsx'
import type { SimulationProps } from '../simulation/simulation.tsx'
import { DrawingTools } from './drawing-tools.tsx'
import { FileBar } from './file-bar.tsx'
import { LossesNotice, NamesNotice } from './file-notices.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { Minimap } from './minimap.tsx'
import classes from './modeller.module.css'
import type { ModellerProps } from './modeller.tsx'
import { OpeningFailure } from './opening-failure.tsx'

const LazySimulation = lazyPart<SimulationProps>(() => import('../simulation/simulation.tsx'), {
  Instead: Waiting,
  isAwaited: () => true,
})

export interface FileProps extends ModellerProps {
  readonly onImport: (xml: string) => void
  /** Leaves a file that is not to be opened after all. */
  readonly onCancel: () => void
}

/** A file in the modeller, with states for opening and failure. */
export function OpenedFile(props: FileProps) {
  const { t } = useTranslation()
  const { known, xml, notice, Guard, Trial, onChange, selected, onOpen } = props
  const hasRoom = useMediaQuery('(min-width: 900px)', undefined, { getInitialValueInEffect: false })
  const canEdit = props.canEdit && hasRoom
  const [container, opened] = useOpened(xml, canEdit)
  const session = opened.kind === 'ready' ? opened.session : null
  const saving = useSaving(session, props)
  useUndoKeys(canEdit ? session : null)
  const problems = useProblems(session, known, (changed) => onChange?.(changed, session?.getState().isSaved === true))
  const [isListed, setListed] = useState(false)
  const hasRoomToTry = useMediaQuery('(min-width: 768px)', undefined, { getInitialValueInEffect: false })
  const [wantsTrial, setWantsTrial] = useState(false)
  const isTried = wantsTrial && hasRoomToTry && session !== null
  const [isSimulated, setSimulated] = useState(false)
  const [hasMap, setMap] = useState(false)
  const [showsKeys, setShowsKeys] = useKeysSheet()
  const toggleTrial = () => {
    setSimulated(false)
    setWantsTrial(!wantsTrial)
  }
  const open = useEffectEvent(async (href: string, elementId: string) => {
    if (!canEdit || (await saving.saveNow())) onOpen?.(href, elementId)
  })
  const openNow = useCallback((href: string, elementId: string) => void open(href, elementId), [])
  useEffect(() => {
    if (selected !== undefined) session?.select(selected)
  }, [session, selected])
  useProblemMarks(session, problems.found)
  const isShown = session !== null && hasRoom
  /** Its parts have their room before they are there. */
  const isComing = session === null && hasRoom && opened.kind === 'loading'
  return (
    <SessionContext value={session}>
      <div className={frame.frame} aria-busy={opened.kind === 'loading'}>
        <FileBar
          {...props}
          canEdit={canEdit}
          saving={saving}
          hasRoomForActions={hasRoomToTry}
          onKeys={() => setShowsKeys(true)}
          {...(Trial !== undefined && hasRoomToTry && { isTried, onTry: toggleTrial })}
        />
        {notice}
        {hasRoom ? null : (
          <Message kind="info" title={t('modeller.readOnly')}>
            {t('modeller.small')}
          </Message>
        )}
        {opened.kind === 'asking' ? (
          <LossesNotice losses={opened.losses} onOpen={opened.agree} onCancel={props.onCancel} />
        ) : null}
        {session === null ? null : <NamesNotice what="undrawn" names={session.undrawn} />}
        {session === null ? null : <NamesNotice what="moved" names={session.moved} />}
        <OpeningFailure opened={opened} xml={xml} canEdit={canEdit} onImport={props.onImport} />
        <div
          className={classes.panes}
          data-palette={((isShown || isComing) && !isTried && (canEdit || isSimulated)) || undefined}
          data-panel={isShown || isComing || isTried || undefined}
        >
          {isShown && isSimulated && !isTried ? <LazySimulation onClose={() => setSimulated(false)} /> : null}
          {isShown && canEdit && !isSimulated && !isTried ? <Palette /> : null}
          {isComing && canEdit ? <div key="room" /> : null}
          <div className={frame.center} key="center">
            {session === null ? (
              opened.kind === 'loading' ? (
                <div className={classes.tools} />
              ) : null
            ) : (
              <DrawingTools
                canEdit={canEdit}
                problems={problems}
                hasMap={hasMap}
                onMap={() => setMap(!hasMap)}
                isSimulated={isSimulated}
                onSimulate={hasRoom && !isTried ? () => setSimulated(!isSimulated) : null}
                onProblems={() => setListed(!isListed)}
              />
            )}
            <div className={classes.drawing} key="canvas">
              <section
                className={classes.canvas}
                ref={container}
                data-asking={opened.kind === 'asking' || undefined}
                aria-label={t('modeller.label')}
              />
              {hasMap && session !== null ? <Minimap /> : null}
            </div>
            {opened.kind === 'loading' ? <Skeleton className={frame.skeleton ?? ''} /> : null}
            {isListed && session !== null && problems.found !== null ? (
              <ProblemList found={problems.found} onClose={() => setListed(false)} />
            ) : null}
          </div>
          {isTried && Trial !== undefined ? (
            <Trial canEdit={props.canEdit} onClose={() => setWantsTrial(false)} />
          ) : isShown ? (
            <Panel known={known} canEdit={canEdit} onOpen={onOpen === undefined ? undefined : openNow} />
          ) : null}
        </div>
        {showsKeys ? <KeysDialog onClose={() => setShowsKeys(false)} /> : null}
        <Guard isDirty={saving.isDirty} />
      </div>
    </SessionContext>
  )
}

function Waiting() {
  return <Skeleton />
}
