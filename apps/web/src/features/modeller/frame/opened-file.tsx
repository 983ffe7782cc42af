import { Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../../components/banner/banner.tsx'
import { useOpened } from '../editor/use-opened.ts'
import { SessionContext } from '../editor/use-session.ts'
import { Palette } from '../palette/palette.tsx'
import { ProblemList } from '../problems/problem-list.tsx'
import { useProblemMarks } from '../problems/use-problem-marks.ts'
import { useProblems } from '../problems/use-problems.ts'
import { Panel } from '../properties/panel.tsx'
import { DrawingTools } from './drawing-tools.tsx'
import { FileBar } from './file-bar.tsx'
import classes from './modeller.module.css'
import type { ModellerProps } from './modeller.tsx'
import { OpeningFailure } from './opening-failure.tsx'
import { useSaving } from './use-saving.ts'

export interface FileProps extends ModellerProps {
  readonly onImport: (xml: string) => void
}

/** One file in the modeller: while it is opened, when it cannot be, and as it is worked at. */
export function OpenedFile(props: FileProps) {
  const { t } = useTranslation()
  const { known, xml, notice, Guard, Trial, onChange } = props
  const hasRoom = useMediaQuery('(min-width: 900px)', undefined, { getInitialValueInEffect: false })
  const canEdit = props.canEdit && hasRoom
  const [container, opened] = useOpened(xml, canEdit)
  const session = opened.kind === 'ready' ? opened.session : null
  const saving = useSaving(session, props)
  const problems = useProblems(session, known, (changed) => onChange?.(changed))
  const [isListed, setListed] = useState(false)
  const hasRoomToTry = useMediaQuery('(min-width: 768px)', undefined, { getInitialValueInEffect: false })
  const [wantsTrial, setWantsTrial] = useState(false)
  const isTried = wantsTrial && hasRoomToTry && session !== null
  useProblemMarks(session, problems.found)
  const isShown = session !== null && hasRoom
  return (
    <SessionContext value={session}>
      <div className={classes.frame} aria-busy={opened.kind === 'loading'}>
        <FileBar
          {...props}
          canEdit={canEdit}
          saving={saving}
          {...(Trial !== undefined && hasRoomToTry && { isTried, onTry: () => setWantsTrial(!wantsTrial) })}
        />
        {notice}
        {hasRoom ? null : (
          <div className={classes.message}>
            <Banner kind="info" title={t('modeller.readOnly')}>
              {t('modeller.small')}
            </Banner>
          </div>
        )}
        <OpeningFailure opened={opened} xml={xml} canEdit={canEdit} onImport={props.onImport} />
        <div
          className={classes.panes}
          data-palette={(isShown && canEdit && !isTried) || undefined}
          data-panel={isShown || isTried || undefined}
        >
          {isShown && canEdit && !isTried ? <Palette /> : null}
          <div className={classes.center} key="center">
            {session === null ? null : (
              <DrawingTools canEdit={canEdit} problems={problems} onProblems={() => setListed(!isListed)} />
            )}
            <section className={classes.canvas} key="canvas" ref={container} aria-label={t('modeller.label')} />
            {opened.kind === 'loading' ? <Skeleton className={classes.skeleton ?? ''} /> : null}
            {isListed && session !== null && problems.found !== null ? (
              <ProblemList found={problems.found} onClose={() => setListed(false)} />
            ) : null}
          </div>
          {isTried && Trial !== undefined ? (
            <Trial canEdit={props.canEdit} onClose={() => setWantsTrial(false)} />
          ) : isShown ? (
            <Panel known={known} canEdit={canEdit} />
          ) : null}
        </div>
        <Guard isDirty={saving.isDirty} />
      </div>
    </SessionContext>
  )
}
