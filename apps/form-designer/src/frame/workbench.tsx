import { SegmentedControl } from '@mantine/core'
import { useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import frame from '../../../web/src/components/designer-frame/frame.module.css'
import { useScreen } from '../../../web/src/lib/use-screen.ts'
import type { DesignerProps } from '../designer.tsx'
import type { DesignerDetail } from '../designer-port.ts'
import { RecoveryDialog } from '../dialogs/recovery-dialog.tsx'
import { Panel } from '../properties/panel.tsx'
import { useStore } from '../store/use-designer.ts'
import { useWindowKeys } from '../store/use-window-keys.ts'
import { useAutoSave } from '../work/use-auto-save.ts'
import { useCheck } from '../work/use-check.ts'
import { useDesignLock } from '../work/use-design-lock.ts'
import { useRecovery } from '../work/use-recovery.ts'
import { useSaving } from '../work/use-saving.ts'
import { Center, type View } from './center.tsx'
import { DesignerDialogs, type DialogName } from './designer-dialogs.tsx'
import { HeldBanner } from './held-banner.tsx'
import { LeftPane, type LeftTab } from './left-pane.tsx'
import { LiveRegion } from './live-region.tsx'
import { TopBar } from './top-bar.tsx'
import classes from './workbench.module.css'

type Pane = 'left' | 'center' | 'right'

export interface OpenedProps extends DesignerProps {
  readonly detail: DesignerDetail
  /** A later version was saved since this one was opened. */
  readonly onOutdated: () => void
}

/** The three panes of the designer with their toolbar. On narrow screens the user chooses which pane is visible. */
export function Workbench(props: OpenedProps) {
  const { t } = useTranslation()
  const { port, target, owner, back, Guard, detail, onOutdated } = props
  const store = useStore()
  const isWide = useScreen() === 'desktop'
  const [pane, setPane] = useState<Pane>('center')
  const [leftTab, setLeftTab] = useState<LeftTab>('components')
  const [view, setView] = useState<View>('canvas')
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const search = useRef<HTMLDivElement>(null)
  const design = target.kind === 'form' ? target.formId : target.formTemplateId
  useCheck()
  // Whoever has changed something keeps it, and is told when it is saved.
  const lock = useDesignLock(port, owner.user, () => {
    const isLater = ({ version }: DesignerDetail) => version > saving.version && !store.isDirty
    // Without a line it cannot be said: saving says it then.
    if (!store.isDirty)
      void port.load().then(
        (newest) => isLater(newest) && onOutdated(),
        () => undefined,
      )
  })
  const saving = useSaving({
    port,
    version: detail.version,
    getToken: lock.getToken,
    onProblems: () => setView('checks'),
    onSaved: () => recovery.forget(),
  })
  const recovery = useRecovery({ workplace: owner.workplace, userId: owner.userId, design }, detail, {
    version: saving.version,
    discardUnsaved: port.discardUnsaved,
  })
  const autoSave = useAutoSave(port, saving.version)
  const rename = useCallback(() => {
    flushSync(() => setPane('right'))
    const name = document.querySelector<HTMLElement>('#designer-panel [data-property]')
    name?.focus()
    if (name instanceof HTMLInputElement) name.select()
  }, [])
  // What was added is in the panel after the next drawing.
  const nameNew = useCallback(() => void requestAnimationFrame(rename), [rename])
  useWindowKeys({
    onSave: () => saving.save(),
    onSearch: () => {
      flushSync(() => {
        setPane('left')
        setLeftTab('components')
      })
      search.current?.querySelector('input')?.focus()
    },
    onLeave: () => {
      flushSync(() => setPane('center'))
      const { selected } = store.getState()
      const place = selected === null ? '[data-region="canvas"]' : `[data-region="canvas"] [data-node="${selected}"]`
      document.querySelector<HTMLElement>(place)?.focus()
    },
    onKeys: () => setDialog('keys'),
  })
  const show = (id: string) => {
    flushSync(() => {
      setView('canvas')
      setPane('center')
    })
    store.focus(id)
  }
  return (
    <div className={frame.frame} data-view={view}>
      <TopBar
        name={detail.name}
        helpUrl={detail.baseHelpUrl ?? props.helpUrl}
        back={back}
        saving={saving}
        autoSave={autoSave}
        view={view}
        onView={setView}
        onDialog={setDialog}
      />
      {lock.other === null ? null : <HeldBanner lock={lock.other} isOwn={lock.isOwn} onTakeOver={lock.takeOver} />}
      {isWide || view !== 'canvas' ? null : (
        <SegmentedControl
          className={classes.paneChoice}
          size="xs"
          fullWidth
          aria-label={t('designer.frame.panes')}
          value={pane}
          onChange={setPane}
          data={[
            { value: 'left', label: t('designer.frame.left') },
            { value: 'center', label: t('designer.frame.center') },
            { value: 'right', label: t('designer.frame.right') },
          ]}
        />
      )}
      <div className={classes.panes} data-wide={isWide || undefined} data-view={view}>
        {view === 'canvas' && (isWide || pane === 'left') ? (
          <LeftPane
            tab={leftTab}
            onTab={setLeftTab}
            searchRef={search}
            onRename={rename}
            onName={isWide ? nameNew : undefined}
          />
        ) : null}
        {view !== 'canvas' || isWide || pane === 'center' ? (
          <Center view={view} onView={setView} onRename={rename} onShow={show} port={port} owner={owner} />
        ) : null}
        {view === 'canvas' && (isWide || pane === 'right') ? (
          <Panel onTranslate={() => setView('translations')} />
        ) : null}
      </div>
      <LiveRegion />
      <Guard isDirty={() => store.isDirty} />
      <DesignerDialogs
        name={dialog}
        port={port}
        autoSave={autoSave}
        timeout={detail.timeout}
        saving={saving}
        onClose={() => setDialog(null)}
      />
      <RecoveryDialog recovery={recovery} version={detail.version} listVersions={port.listVersions} />
    </div>
  )
}
