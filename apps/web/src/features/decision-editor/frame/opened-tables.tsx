import { Skeleton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeysSheet } from '../../../components/design-page/use-keys-sheet.ts'
import { useSaving } from '../../../components/design-page/use-saving.ts'
import { useUndoKeys } from '../../../components/design-page/use-undo-keys.ts'
import frame from '../../../components/designer-frame/frame.module.css'
import { Message } from '../../../components/designer-frame/message.tsx'
import type { DecisionProblem } from '../checks/check-decisions.ts'
import { useChecked, useChecks } from '../checks/use-checks.ts'
import { RequirementsCard } from '../desk/requirements-card.tsx'
import { RuleCards } from '../desk/rule-cards.tsx'
import { DecisionGrid } from '../grid/decision-grid.tsx'
import type { CellPlace } from '../grid/grid-state.ts'
import type { DecisionTableView } from '../grid/read-table.ts'
import { repairTable } from '../grid/repair-table.ts'
import { SamplePanel } from '../samples/sample-panel.tsx'
import { useDecision } from '../tables/decision-session.ts'
import { useOpened } from '../tables/use-opened.ts'
import classes from './decision-editor.module.css'
import type { DecisionEditorProps } from './decision-editor.tsx'
import { DecisionToolbar } from './decision-toolbar.tsx'
import { EditorBar } from './editor-bar.tsx'
import { findProblemCell } from './find-problem-cell.ts'
import { KeysDialog } from './keys-dialog.tsx'
import { ProblemList } from './problem-list.tsx'

export interface TablesProps extends DecisionEditorProps {
  readonly onImport: (xml: string) => void
}

/** Milliseconds after the last change until it is handed on. */
const delay = 400

/** A file in the editor, with states for opening and failure. */
export function OpenedTables(props: TablesProps) {
  const { t } = useTranslation()
  const { xml, notice, Guard, onChange } = props
  const hasRoom = useMediaQuery('(min-width: 900px)', undefined, { getInitialValueInEffect: false })
  const isPhone = useMediaQuery('(max-width: 599px)', undefined, { getInitialValueInEffect: false })
  const canEdit = props.canEdit && hasRoom
  const [container, opened] = useOpened(xml, canEdit)
  const session = opened.kind === 'ready' ? opened.session : null
  const { active, step, views } = useDecision(session)
  const decisionId = active === null || active.type === 'drd' ? null : active.element.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: they change with a step
  const samples = useMemo(
    () => (session === null || decisionId === null ? [] : session.getSamples(decisionId)),
    [session, decisionId, step],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: it changes with a step
  const table = useMemo(() => session?.getTable() ?? null, [session, active, step])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it changes with a step
  const requirements = useMemo(() => session?.getRequirements() ?? null, [session, step])
  const { checked, failure } = useChecked(useChecks(), session, { decisionId, samples })
  const saving = useSaving(session, props)
  useUndoKeys(canEdit ? session : null)
  const [chosen, setChosen] = useState(0)
  const [asked, setAsked] = useState<AskedCell | null>(null)
  const [showsKeys, setShowsKeys] = useKeysSheet()
  const report = useEffectEvent(async () => {
    if (session === null) return
    // The checks say why a file cannot be written.
    const xml = await session.toXml().catch(() => null)
    if (xml !== null) onChange(xml)
  })
  useEffect(() => {
    if (step === 0) return
    const timer = setTimeout(() => void report(), delay)
    return () => clearTimeout(timer)
  }, [step])
  const decision = checked?.decisions.find(({ id }) => id === decisionId) ?? null
  const problems = checked?.problems ?? []
  const isEditable = canEdit && opened.kind === 'ready' && opened.isEditable
  const commands = isEditable ? (session?.getTableCommands() ?? null) : null
  const matched = useMemo(
    () => new Set((checked?.answers[chosen]?.rules ?? []).flatMap(({ id }) => id ?? [])),
    [checked, chosen],
  )
  const expecting = samples.flatMap(({ expected }, at) => (expected === null ? [] : [checked?.answers[at]?.verdict]))
  const show = (problem: DecisionProblem) => {
    if (session === null || problem.place === null) return
    session.show(problem.place.decisionId)
    setAsked({ decisionId: problem.place.decisionId, problem })
  }
  const drd = views.find(({ type }) => type === 'drd')
  const problemList =
    session === null || (checked === null && failure === null) ? null : (
      <ProblemList
        problems={problems}
        failure={failure}
        onShow={show}
        onRepair={
          isEditable
            ? (id, repair) => {
                session.show(id)
                const current = session.getTableCommands()
                // Its rule may have another number by now: the second half of a double click is of an older table.
                if (checked?.step !== session.getState().step) return
                if (current !== null && id === decisionId) repairTable(current, repair, table)
              }
            : undefined
        }
      />
    )
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
      <div className={classes.panes} data-samples={decisionId !== null || opened.kind === 'loading' || undefined}>
        <div className={frame.center}>
          {session === null ? (
            opened.kind === 'loading' ? (
              // The room of the choices.
              <div className={classes.toolbar} />
            ) : null
          ) : (
            <DecisionToolbar
              session={session}
              table={table}
              canEdit={isEditable}
              problems={problems.length}
              samples={{
                failed: expecting.filter((verdict) => verdict === 'failed').length,
                count: expecting.length,
              }}
            />
          )}
          <section className={classes.tables} aria-label={t('decisionEditor.label')}>
            <div className={classes.drawn} ref={container} tabIndex={-1} data-hidden={table !== null || undefined} />
            {table === null || session === null ? null : (
              <div className={classes.desk}>
                {isPhone ? (
                  <RuleCards table={table} matched={matched} />
                ) : (
                  <DecisionGrid
                    key={table.decisionId}
                    table={table}
                    commands={commands}
                    problems={problems}
                    matched={matched}
                    asked={placeOf(asked, table)}
                  />
                )}
                {requirements === null || requirements.nodes.length < 2 ? null : (
                  <RequirementsCard
                    requirements={requirements}
                    shownId={table.decisionId}
                    canEdit={isEditable}
                    onShow={(id) => session.show(id)}
                    onEdit={() => {
                      if (drd !== undefined) session.open(drd)
                    }}
                  />
                )}
                {problemList}
              </div>
            )}
          </section>
          {opened.kind === 'loading' ? <Skeleton className={frame.skeleton ?? ''} /> : null}
          {table === null ? problemList : null}
        </div>
        {session === null || decision === null ? null : (
          <SamplePanel
            key={decision.id}
            decision={decision}
            samples={samples}
            answers={checked?.answers ?? []}
            chosen={chosen}
            canEdit={isEditable}
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

interface AskedCell {
  readonly decisionId: string
  readonly problem: DecisionProblem
}

const places = new WeakMap<AskedCell, CellPlace>()

/** The cell that was asked for, as the same object until another one is. */
function placeOf(asked: AskedCell | null, table: DecisionTableView): CellPlace | null {
  if (asked === null || asked.decisionId !== table.decisionId) return null
  const known = places.get(asked)
  if (known !== undefined) return known
  const place = findProblemCell(asked.problem, table)
  if (place !== null) places.set(asked, place)
  return place
}
