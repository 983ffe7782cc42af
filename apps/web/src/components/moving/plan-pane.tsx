import IconArrowDown from 'icon:arrow-down'
import IconArrowUp from 'icon:arrow-up'
import IconPlus from 'icon:plus'
import IconX from 'icon:x'
import { ActionIcon, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './moving.module.css'
import { type PlanStep, reasonOf, shift } from './plan-steps.ts'

interface Props {
  readonly steps: readonly PlanStep[]
  /** The reason for each move that is impossible. */
  readonly lines: readonly (string | null)[]
  readonly selected: string | null
  readonly isStartOnly: boolean
  /** Whether tokens can be dragged: not on a phone, and not without a diagram. */
  readonly canDrag: boolean
  /** The name of an element; of a flow that of its target. */
  readonly nameOf: (id: string) => string
  readonly onSelect: (elementId: string) => void
  readonly onAdd: () => void
  readonly onChange: (steps: readonly PlanStep[]) => void
}

/** The steps of a plan, in the order in which they are carried out. */
export function PlanPane({ steps, lines, selected, isStartOnly, canDrag, nameOf, onSelect, onAdd, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <section className={classes.plan} aria-label={t('moves.plan')}>
      <div className={classes.head}>
        <h2>{t('moves.plan')}</h2>
        <span className={classes.quiet}>{steps.length > 0 ? t('moves.steps', { count: steps.length }) : null}</span>
        <span className={classes.grow} />
        <Button size="xs" leftSection={<IconPlus size={15} stroke={1.6} />} onClick={onAdd}>
          {t(isStartOnly ? 'moves.addStart' : 'moves.addStep')}
        </Button>
      </div>
      {steps.length === 0 ? (
        <p className={classes.message}>
          {t(isStartOnly ? 'moves.noStarts' : canDrag ? 'moves.noSteps' : 'moves.noStepsAdded')}
        </p>
      ) : (
        <ol className={classes.steps}>
          {steps.map((step, index) => {
            const reason = reasonOf(steps, lines, index)
            const at = step.kind === 'cancel' ? step.from.elementId : step.to.id
            const number = index + 1
            return (
              <li key={step.key} className={classes.step} data-selected={at === selected || undefined}>
                <span className={`tn ${classes.number}`}>{number}</span>
                <button type="button" className={classes.stepText} onClick={() => onSelect(at)}>
                  <StepText step={step} nameOf={nameOf} />
                  {reason === null ? null : (
                    <span className={classes.fault}>{t('moves.stepImpossible', { reason })}</span>
                  )}
                </button>
                {index > 0 ? (
                  <ActionIcon
                    size="sm"
                    aria-label={t('moves.stepUp', { number })}
                    onClick={() => onChange(shift(steps, index, -1))}
                  >
                    <IconArrowUp size={14} stroke={1.6} />
                  </ActionIcon>
                ) : null}
                {index < steps.length - 1 ? (
                  <ActionIcon
                    size="sm"
                    aria-label={t('moves.stepDown', { number })}
                    onClick={() => onChange(shift(steps, index, 1))}
                  >
                    <IconArrowDown size={14} stroke={1.6} />
                  </ActionIcon>
                ) : null}
                <ActionIcon
                  size="sm"
                  aria-label={t('moves.removeStep', { number })}
                  onClick={() => onChange(steps.filter(({ key }) => key !== step.key))}
                >
                  <IconX size={14} stroke={1.6} />
                </ActionIcon>
              </li>
            )
          })}
        </ol>
      )}
    </section>
  )
}

function StepText({ step, nameOf }: { readonly step: PlanStep; readonly nameOf: (id: string) => string }) {
  const { t } = useTranslation()
  if (step.kind === 'cancel') return <strong>{t('moves.stepCancel', { from: nameOf(step.from.elementId) })}</strong>
  const to = nameOf(step.to.id)
  const at = t(`moves.at.${step.to.at}`)
  if (step.kind === 'start')
    return (
      <>
        <strong>{t('moves.stepStart', { to })}</strong>
        {at.charAt(0).toUpperCase() + at.slice(1)}
      </>
    )
  const { token, count, elementId } = step.from
  const number = token === null ? count : 1
  return (
    <>
      <strong>{number === null ? t('moves.stepMoveAll', { to }) : t('moves.stepMove', { to, count: number })}</strong>
      {t('moves.stepFrom', { from: nameOf(elementId), at })}
    </>
  )
}
