import { Button } from '@mantine/core'
import type { TrialPlace, TrialState, TrialWaiting } from '@millrace/contract'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../../../components/day-input/date-input.tsx'
import { presentDateTime } from '../../../lib/dates.ts'
import type { Translate } from '../../../lib/i18n.ts'
import { toInstant, toLocal } from '../../../lib/local-time.ts'
import { nameOf } from '../editor/name-of.ts'
import { useSession } from '../editor/use-session.ts'
import { AnswerStep } from './answer-step.tsx'
import classes from './trial.module.css'
import type { TrialRun } from './use-trial.ts'
import { useVariables, VariablesField } from './variables-field.tsx'

interface Props {
  readonly trial: TrialRun
  readonly state: TrialState
}

/** The waiting steps of a trial. One of them is open and can be answered. */
export function WaitingList({ trial, state }: Props) {
  const { t } = useTranslation()
  const session = useSession()
  const [chosen, setChosen] = useState<string | null>(null)
  const { waiting } = state
  const open = waiting.find((one) => keyOf(one) === chosen) ?? waiting[0]
  const place = useFollowed(open, state.steps.length)
  const choose = (one: TrialWaiting) => {
    setChosen(keyOf(one))
    if (one.process === null) session.select(one.element)
    if (one.kind === 'task') trial.show(trialPlaceOf(one))
  }
  return (
    <>
      <section className={classes.section}>
        <h3>{t('modeller.trial.waits')}</h3>
        {waiting.length === 0 ? <p className={classes.text}>{t('modeller.trial.nothingWaits')}</p> : null}
        <ul className={classes.list}>
          {waiting.map((one) => {
            const key = keyOf(one)
            const isOpen = one === open
            return (
              <li key={key} className={classes.item} data-open={isOpen || undefined} ref={isOpen ? place : null}>
                <button type="button" className={classes.fold} aria-expanded={isOpen} onClick={() => choose(one)}>
                  <span>{describeName(one, one.name ?? nameOf(session, one.element), waiting, t)}</span>
                  <span className={classes.text}>{describe(one, t)}</span>
                </button>
                {isOpen ? (
                  <div className={classes.answer}>
                    <AnswerStep key={`${key} ${state.steps.length}`} one={one} trial={trial} state={state} />
                  </div>
                ) : null}
              </li>
            )
          })}
        </ul>
      </section>
      {state.status === 'running' ? <More key={state.steps.length} trial={trial} state={state} /> : null}
    </>
  )
}

/** What nothing asks for: variables that are set, and time that goes by. */
function More({ trial, state }: Props) {
  const { t } = useTranslation()
  const entry = useVariables()
  const [to, setTo] = useState(() => toLocal(state.clock))
  const set = () => {
    const variables = entry.read()
    if (variables !== null && variables.length > 0) trial.take({ kind: 'set', variables })
  }
  const move = () => {
    const time = toInstant(to)
    if (time !== null && time !== undefined) trial.take({ kind: 'clock', to: time })
  }
  return (
    <details className={classes.section}>
      <summary>{`${t('modeller.trial.moveClock')}, ${t('modeller.trial.setVariables').toLowerCase()}`}</summary>
      <DateInput
        size="xs"
        precision="minute"
        label={t('modeller.trial.moveTo')}
        value={to}
        error={to === '' ? t('list.invalidMinute') : undefined}
        onChange={setTo}
      />
      <Button size="xs" disabled={trial.isBusy} onClick={move}>
        {t('modeller.trial.move')}
      </Button>
      <VariablesField entry={entry} />
      <Button size="xs" disabled={trial.isBusy} onClick={set}>
        {t('modeller.trial.set')}
      </Button>
    </details>
  )
}

/** After each step, what waits now is in view, in the list and in the drawing. Returns where it is in the list. */
function useFollowed(open: TrialWaiting | undefined, steps: number): RefObject<HTMLLIElement | null> {
  const session = useSession()
  const place = useRef<HTMLLIElement>(null)
  const follow = useEffectEvent(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
    if (open?.process === null) session.show(open.element)
  })
  useEffect(() => {
    if (steps > 0) follow()
  }, [steps])
  return place
}

function keyOf({ kind, process, element, index }: TrialWaiting): string {
  return `${kind} ${process ?? ''} ${element} ${index}`
}

export function trialPlaceOf({ element, index, process }: TrialWaiting): TrialPlace {
  return { element, index, process }
}

function describeName(one: TrialWaiting, name: string, all: readonly TrialWaiting[], t: Translate): string {
  const isOneOfMany = all.some(
    (other) =>
      other.index > 0 && other.kind === one.kind && other.element === one.element && other.process === one.process,
  )
  return isOneOfMany ? t('modeller.trial.numbered', { name, number: one.index + 1 }) : name
}

function describe({ kind, detail, process, dueAt }: TrialWaiting, t: Translate): string {
  const parts = [
    t(`modeller.trial.kinds.${kind}`),
    kind === 'task' && detail !== null ? t('modeller.trial.forWhom', { who: detail }) : detail,
    dueAt === null ? null : t('modeller.trial.due', { time: presentDateTime(dueAt) }),
    process === null ? null : t('modeller.trial.inCalled', { process }),
  ]
  return parts.filter((part) => part !== null).join(', ')
}
