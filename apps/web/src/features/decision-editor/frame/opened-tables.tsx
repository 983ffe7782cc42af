import { Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeysSheet } from '../../../components/design-page/use-keys-sheet.ts'
import { useSaving } from '../../../components/design-page/use-saving.ts'
import frame from '../../../components/designer-frame/frame.module.css'
import { Message } from '../../../components/designer-frame/message.tsx'
import { useChecked, useChecks } from '../checks/use-checks.ts'
import { SamplePanel } from '../samples/sample-panel.tsx'
import { useRuleMarks } from '../samples/use-rule-marks.ts'
import { useDecision } from '../tables/decision-session.ts'
import { useOpened } from '../tables/use-opened.ts'
import classes from './decision-editor.module.css'
import type { DecisionEditorProps } from './decision-editor.tsx'
import { EditorBar } from './editor-bar.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { ProblemList } from './problem-list.tsx'
import { ViewTabs } from './view-tabs.tsx'

export interface TablesProps extends DecisionEditorProps {
  readonly onImport: (xml: string) => void
}

/** Milliseconds after the last change until it is handed on. */
const delay = 400

/** One file in the editor: while it is opened, when it cannot be, and as it is worked at. */
export function OpenedTables(props: TablesProps) {
  const { t } = useTranslation()
  const { xml, notice, Guard, onChange } = props
  const hasRoom = useMediaQuery('(min-width: 900px)', undefined, { getInitialValueInEffect: false })
  const canEdit = props.canEdit && hasRoom
  const [container, opened] = useOpened(xml, canEdit)
  const session = opened.kind === 'ready' ? opened.session : null
  const { active, step } = useDecision(session)
  const decisionId = active === null || active.type === 'drd' ? null : active.element.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: they change with a step
  const samples = useMemo(
    () => (session === null || decisionId === null ? [] : session.getSamples(decisionId)),
    [session, decisionId, step],
  )
  const { checked, failure } = useChecked(useChecks(), session, { decisionId, samples })
  const saving = useSaving(session, props)
  const [chosen, setChosen] = useState(0)
  const [showsKeys, setShowsKeys] = useKeysSheet()
  useRuleMarks(container, checked?.answers[chosen]?.rules ?? [], { step, active })
  const tell = useEffectEvent(async () => {
    if (session === null) return
    // The checks say why a file cannot be written.
    const xml = await session.toXml().catch(() => null)
    if (xml !== null) onChange(xml)
  })
  useEffect(() => {
    if (step === 0) return
    const timer = setTimeout(() => void tell(), delay)
    return () => clearTimeout(timer)
  }, [step])
  const decision = checked?.decisions.find(({ id }) => id === decisionId) ?? null
  return (
    <div className={frame.frame} aria-busy={opened.kind === 'loading'}>
      <EditorBar {...props} canEdit={canEdit} saving={saving} session={session} onKeys={() => setShowsKeys(true)} />
      {notice}
      {hasRoom ? null : (
        <Message kind="info" title={t('decisionEditor.readOnly')}>
          {t('decisionEditor.small')}
        </Message>
      )}
      {opened.kind === 'failed' ? (
        <Message kind="error" title={t('decisionEditor.unreadable')}>
          {t('decisionEditor.unreadableText', { reason: opened.reason })}
        </Message>
      ) : null}
      {session === null ? (
        opened.kind === 'loading' ? (
          // The room of the tabs.
          <div className={classes.views} />
        ) : null
      ) : (
        <ViewTabs session={session} />
      )}
      <div className={classes.panes} data-samples={decision !== null || undefined}>
        <div className={frame.center}>
          <section className={classes.tables} ref={container} tabIndex={-1} aria-label={t('decisionEditor.label')} />
          {opened.kind === 'loading' ? <Skeleton className={frame.skeleton ?? ''} /> : null}
          {session === null || (checked === null && failure === null) ? null : (
            <ProblemList problems={checked?.problems ?? []} failure={failure} onShow={(id) => session.show(id)} />
          )}
        </div>
        {session === null || decision === null ? null : (
          <SamplePanel
            key={decision.id}
            decision={decision}
            samples={samples}
            answers={checked?.answers ?? []}
            chosen={chosen}
            canEdit={canEdit && opened.kind === 'ready' && opened.isEditable}
            onChoose={setChosen}
            onChange={(changed) => session.setSamples(decision.id, changed)}
          />
        )}
      </div>
      {showsKeys ? <KeysDialog onClose={() => setShowsKeys(false)} /> : null}
      <Guard isDirty={saving.isDirty} />
    </div>
  )
}
