import { Button, Modal, NativeSelect, SegmentedControl } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelFlow, ModelStep } from '../bpmn-diagram/read-model.ts'
import classes from './moving.module.css'
import { defaultTarget, type NewStep, type PlanSource, type PlanTarget } from './plan-steps.ts'

/** An element that has tokens, or may have some. */
export interface TokenPlace {
  readonly elementId: string
  readonly name: string
  /** Tokens; null where the number differs from instance to instance. */
  readonly count: number | null
  /** The tokens to choose from, when the element has several. */
  readonly tokens: readonly { readonly id: string; readonly isWaiting: boolean }[]
}

interface Props {
  readonly steps: readonly ModelStep[]
  readonly flows: readonly ModelFlow[]
  readonly places: readonly TokenPlace[]
  /** The element whose tokens are moved, when the dialog was opened at it. */
  readonly from: string | null
  /** Only starts: for a restart. */
  readonly isStartOnly: boolean
  readonly nameOf: (elementId: string) => string
  readonly onAdd: (step: NewStep) => void
  readonly onClose: () => void
}

const kinds = ['move', 'start', 'cancel'] as const
type Kind = (typeof kinds)[number]

/** Adds a step to a plan by keyboard, or on a phone. */
export function StepDialog({ steps, flows, places, from, isStartOnly, nameOf, onAdd, onClose }: Props) {
  const { t } = useTranslation()
  const isPlace = places.some(({ elementId }) => elementId === from)
  const [kind, setKind] = useState<Kind>(
    !isStartOnly && places.length > 0 && (from === null || isPlace) ? 'move' : 'start',
  )
  const [source, setSource] = useState(isPlace ? from : (places[0]?.elementId ?? null))
  const [token, setToken] = useState('')
  const [target, setTarget] = useState(kind === 'start' && from !== null ? from : '')
  const [at, setAt] = useState<PlanTarget['at'] | null>(null)
  const [flow, setFlow] = useState('')
  const [isTried, setTried] = useState(false)
  const place = places.find(({ elementId }) => elementId === source)
  const step = steps.find(({ id }) => id === target)
  const incoming = flows.filter(({ to }) => to === target)
  const chosenAt = at ?? (step === undefined ? 'before' : defaultTarget(step).at)
  const choices = [
    'before' as const,
    ...(step?.isMultiple === true ? (['all'] as const) : []),
    ...(flows.some(({ from: id }) => id === target) ? (['after'] as const) : []),
    ...(incoming.length > 0 ? (['flow'] as const) : []),
  ]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const sourced: PlanSource | null =
      place === undefined
        ? null
        : {
            elementId: place.elementId,
            token: place.tokens.find(({ id }) => id === token) ?? null,
            count: place.count,
          }
    const targeted: PlanTarget | null =
      step === undefined
        ? null
        : chosenAt === 'flow'
          ? { at: 'flow', id: flow || (incoming[0]?.id ?? '') }
          : { at: chosenAt, id: step.id }
    if (kind === 'cancel' && sourced !== null) onAdd({ kind, from: sourced })
    else if (kind === 'start' && targeted !== null) onAdd({ kind, to: targeted })
    else if (kind === 'move' && sourced !== null && targeted !== null) onAdd({ kind, from: sourced, to: targeted })
    else return
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={t(isStartOnly ? 'moves.addStart' : 'moves.stepTitle')} size={480}>
      <form className={classes.form} onSubmit={submit} noValidate>
        {isStartOnly ? null : (
          <SegmentedControl
            aria-label={t('moves.stepKind')}
            value={kind}
            onChange={(value) => setKind(value as Kind)}
            data={kinds.map((value) => ({ value, label: t(`moves.kind.${value}`) }))}
          />
        )}
        {kind === 'start' ? null : places.length === 0 ? (
          <p>{t('moves.noTokens')}</p>
        ) : (
          <NativeSelect
            label={t('moves.from')}
            value={source ?? ''}
            onChange={(event) => {
              setSource(event.currentTarget.value)
              setToken('')
            }}
            data={places.map(({ elementId, name }) => ({ value: elementId, label: name }))}
          />
        )}
        {kind !== 'start' && place !== undefined && place.tokens.length > 1 ? (
          <NativeSelect
            label={t('moves.token')}
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
            data={[
              { value: '', label: t('moves.allTokens', { count: place.tokens.length }) },
              ...place.tokens.map(({ id }) => ({ value: id, label: t('moves.oneToken', { id: id.slice(-7) }) })),
            ]}
          />
        ) : null}
        {kind === 'cancel' ? null : (
          <>
            <NativeSelect
              label={t(kind === 'move' ? 'moves.to' : 'moves.element')}
              data-autofocus
              value={target}
              error={isTried && step === undefined ? t('moves.chooseElement') : undefined}
              onChange={(event) => {
                setTarget(event.currentTarget.value)
                setAt(null)
                setFlow('')
              }}
              data={[
                { value: '', label: t('moves.chooseElement') },
                ...steps.map(({ id, depth }) => ({ value: id, label: `${'  '.repeat(depth)}${nameOf(id)}` })),
              ]}
            />
            {step === undefined ? null : (
              <NativeSelect
                label={t('moves.place')}
                value={chosenAt}
                onChange={(event) => setAt(choices.find((one) => one === event.currentTarget.value) ?? 'before')}
                data={choices.map((value) => ({ value, label: t(`moves.positions.${value}`) }))}
              />
            )}
            {step !== undefined && chosenAt === 'flow' ? (
              <NativeSelect
                label={t('moves.flow')}
                value={flow || (incoming[0]?.id ?? '')}
                onChange={(event) => setFlow(event.currentTarget.value)}
                data={incoming.map(({ id, name, from: before, to }) => ({
                  value: id,
                  label: name ?? t('moves.flowOf', { from: nameOf(before), to: nameOf(to) }),
                }))}
              />
            ) : null}
          </>
        )}
        <div className={classes.buttons}>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="filled">
            {t(isStartOnly ? 'moves.addStart' : 'moves.addStep')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
