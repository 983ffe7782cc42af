import IconAlertCircleFilled from 'icon:alert-circle-filled'
import IconAlertTriangleFilled from 'icon:alert-triangle-filled'
import IconCircleCheckFilled from 'icon:circle-check-filled'
import { Anchor } from '@mantine/core'
import type { TableRepair } from '@millrace/dmn'
import { useTranslation } from 'react-i18next'
import type { DecisionProblem } from '../checks/check-decisions.ts'
import classes from './decision-editor.module.css'

interface Props {
  readonly problems: readonly DecisionProblem[]
  /** Why the file could not be checked; null when it was. */
  readonly failure: unknown
  readonly onShow: (problem: DecisionProblem) => void
  /** Carries out a proposed repair; left out where nothing can be changed. */
  readonly onRepair?: ((decisionId: string, repair: TableRepair) => void) | undefined
}

/**
 * The list of errors, which prevent the deployment of the file, and warnings, each with its location and a repair if
 * possible.
 */
export function ProblemList({ problems, failure, onShow, onRepair }: Props) {
  const { t } = useTranslation()
  if (failure !== null) {
    const reason = failure instanceof Error ? failure.message : String(failure)
    return (
      <section className={classes.problems} aria-label={t('decisionEditor.problems')}>
        <p className={classes.fine} role="alert">
          <IconAlertTriangleFilled size={15} aria-hidden="true" />
          {t('decisionEditor.checkFailed', { reason: /[.!?]$/.test(reason) ? reason : `${reason}.` })}
        </p>
      </section>
    )
  }
  return (
    <section className={classes.problems} aria-label={t('decisionEditor.problems')}>
      {problems.length === 0 ? (
        <p className={classes.fine}>
          <IconCircleCheckFilled size={15} aria-hidden="true" />
          {t('decisionEditor.noProblems')}
        </p>
      ) : (
        <>
          <h2>
            {t('decisionEditor.problems')} <span>{problems.length}</span>
          </h2>
          <ul>
            {problems.map((problem) => (
              <Problem
                key={`${problem.elementId} ${problem.message}`}
                problem={problem}
                onShow={onShow}
                onRepair={onRepair}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Problem({ problem, onShow, onRepair }: Pick<Props, 'onShow' | 'onRepair'> & { problem: DecisionProblem }) {
  const { t } = useTranslation()
  const { severity, message, place, finding } = problem
  const repair = finding?.repair ?? null
  const name =
    place === null
      ? t('decisionEditor.wholeFile')
      : [
          place.decisionName,
          place.rule === null ? null : t('decisionEditor.rule', { number: place.rule }),
          place.column,
        ]
          .filter((part) => part !== null)
          .join(', ')
  return (
    <li data-severity={severity}>
      <SeverityIcon severity={severity} />
      <p>
        <strong>{name}</strong> <span>{message}</span>
      </p>
      {place === null ? null : (
        <Anchor
          component="button"
          type="button"
          size="sm"
          aria-label={t('decisionEditor.showProblem', { name })}
          onClick={() => onShow(problem)}
        >
          {t('decisionEditor.show')}
        </Anchor>
      )}
      {finding === undefined || repair === null || onRepair === undefined ? null : (
        <Anchor component="button" type="button" size="sm" onClick={() => onRepair(finding.decisionId, repair)}>
          {t(`decisionEditor.repairs.${repair.kind}`, { rule: repair.kind === 'add-rule' ? '' : repair.rule })}
        </Anchor>
      )}
    </li>
  )
}

function SeverityIcon({ severity }: Pick<DecisionProblem, 'severity'>) {
  const { t } = useTranslation()
  const Icon = severity === 'error' ? IconAlertTriangleFilled : IconAlertCircleFilled
  return <Icon size={15} aria-label={t(`decisionEditor.${severity}`)} />
}
