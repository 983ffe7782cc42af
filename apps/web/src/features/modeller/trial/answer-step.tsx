import { Button, NumberInput, Skeleton, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import type { TrialPlace, TrialState, TrialWaiting } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './trial.module.css'
import { TrialForm } from './trial-form.tsx'
import type { TrialRun } from './use-trial.ts'
import { useVariables, VariablesField } from './variables-field.tsx'

interface Props {
  readonly one: TrialWaiting
  readonly trial: TrialRun
  readonly state: TrialState
}

/** The form to answer a waiting step of a trial, by its kind. */
export function AnswerStep(props: Props) {
  const { t } = useTranslation()
  const { one, trial } = props
  const place: TrialPlace = { element: one.element, index: one.index, process: one.process }
  switch (one.kind) {
    case 'task':
      return <TaskAnswer {...props} place={place} />
    case 'work':
      return <WorkAnswer trial={trial} place={place} />
    case 'http':
    case 'mail':
      return <RequestAnswer one={one} trial={trial} place={place} />
    case 'timer':
      return (
        <Button size="xs" variant="filled" loading={trial.isBusy} onClick={() => trial.take({ kind: 'timer', place })}>
          {t('modeller.trial.fire')}
        </Button>
      )
    case 'message':
    case 'signal':
      return <EventAnswer one={one} trial={trial} place={place} />
    case 'condition':
      return <p className={classes.text}>{t('modeller.trial.conditionText')}</p>
    default:
      return one.kind satisfies never
  }
}

interface Placed {
  readonly trial: TrialRun
  readonly place: TrialPlace
}

function TaskAnswer({ trial, state, place }: Props & Placed) {
  const { t } = useTranslation()
  const { form } = state
  const isHere =
    form !== null &&
    form.place.element === place.element &&
    form.place.index === place.index &&
    form.place.process === place.process
  if (!isHere) return <Skeleton height={80} />
  return (
    <>
      <TrialForm
        key={form.form.document.hash}
        form={form.form}
        trial={trial}
        clock={state.clock}
        action={t('modeller.trial.complete')}
        onSubmit={(filled) => trial.take({ kind: 'complete', place, userId: null, variables: [] }, filled)}
      />
      <ErrorField trial={trial} place={place} />
    </>
  )
}

function WorkAnswer({ trial, place }: Placed) {
  const { t } = useTranslation()
  const entry = useVariables()
  const done = () => {
    const variables = entry.read()
    if (variables !== null) trial.take({ kind: 'answer', place, variables })
  }
  return (
    <>
      <VariablesField entry={entry} />
      <div className={classes.row}>
        <Button size="xs" variant="filled" loading={trial.isBusy} onClick={done}>
          {t('modeller.trial.done')}
        </Button>
        <FailButton trial={trial} place={place} />
      </div>
      <ErrorField trial={trial} place={place} />
    </>
  )
}

function RequestAnswer({ one, trial, place }: Placed & Pick<Props, 'one'>) {
  const { t } = useTranslation()
  const [status, setStatus] = useState<number | string>(200)
  const [body, setBody] = useState('')
  const isMail = one.kind === 'mail'
  const answer = () => {
    const code = Number(status)
    if (Number.isInteger(code) && code >= 100 && code <= 599)
      trial.take({ kind: 'respond', place, status: code, body: body === '' ? null : body })
  }
  return (
    <>
      {isMail ? null : (
        <>
          <NumberInput
            size="xs"
            label={t('modeller.trial.statusCode')}
            min={100}
            max={599}
            allowDecimal={false}
            value={status}
            onChange={setStatus}
          />
          <Textarea
            size="xs"
            className={classes.mono ?? ''}
            label={t('modeller.trial.body')}
            autosize
            minRows={2}
            maxRows={10}
            spellCheck={false}
            value={body}
            onChange={(event) => setBody(event.currentTarget.value)}
          />
        </>
      )}
      <div className={classes.row}>
        <Button size="xs" variant="filled" loading={trial.isBusy} onClick={answer}>
          {t(isMail ? 'modeller.trial.sent' : 'modeller.trial.respond')}
        </Button>
        <FailButton trial={trial} place={place} />
      </div>
    </>
  )
}

function EventAnswer({ one, trial, place }: Placed & Pick<Props, 'one'>) {
  const { t } = useTranslation()
  const entry = useVariables()
  const arrive = () => {
    const variables = entry.read()
    if (variables === null) return
    if (one.kind === 'signal') trial.take({ kind: 'signal', name: one.detail ?? '', variables })
    else trial.take({ kind: 'message', place, variables })
  }
  return (
    <>
      <VariablesField entry={entry} />
      <Button size="xs" variant="filled" loading={trial.isBusy} onClick={arrive}>
        {t('modeller.trial.arrive')}
      </Button>
    </>
  )
}

function FailButton({ trial, place }: Placed) {
  const { t } = useTranslation()
  const message = t('modeller.trial.failedByHand')
  return (
    <Button size="xs" disabled={trial.isBusy} onClick={() => trial.take({ kind: 'fail', place, message })}>
      {t('modeller.trial.fail')}
    </Button>
  )
}

/** A BPMN error of whoever works at it, for the boundary event that catches it. */
function ErrorField({ trial, place }: Placed) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const raise = () => trial.take({ kind: 'error', place, code: code.trim(), message: null, variables: [] })
  return (
    <div className={classes.row}>
      <TextInput
        size="xs"
        aria-label={t('modeller.trial.errorCode')}
        placeholder={t('modeller.trial.errorCode')}
        maxLength={255}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button size="xs" disabled={trial.isBusy || code.trim() === ''} onClick={raise}>
        {t('modeller.trial.raise')}
      </Button>
    </div>
  )
}
