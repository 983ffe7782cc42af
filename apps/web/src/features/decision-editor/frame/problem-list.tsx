import IconAlertCircleFilled from 'icon:alert-circle-filled'
import IconAlertTriangleFilled from 'icon:alert-triangle-filled'
import IconCircleCheckFilled from 'icon:circle-check-filled'
import { useTranslation } from 'react-i18next'
import type { DecisionProblem } from '../checks/check-decisions.ts'
import classes from './decision-editor.module.css'

interface Props {
  readonly problems: readonly DecisionProblem[]
  /** Why the file could not be checked; null when it was. */
  readonly failure: unknown
  readonly onShow: (decisionId: string) => void
}

/** Errors, which keep the file from being deployed, and warnings, each with its rule and column: a click opens the decision. */
export function ProblemList({ problems, failure, onShow }: Props) {
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <ul tabIndex={0}>
          {problems.map(({ severity, message, elementId, place }) => (
            <li data-severity={severity} key={`${elementId} ${message}`}>
              <button type="button" onClick={() => place !== null && onShow(place.decisionId)}>
                <SeverityIcon severity={severity} />
                <strong>
                  {place === null
                    ? t('decisionEditor.wholeFile')
                    : [
                        place.decisionName,
                        place.rule === null ? null : t('decisionEditor.rule', { number: place.rule }),
                        place.column,
                      ]
                        .filter((part) => part !== null)
                        .join(', ')}
                </strong>
                <span>{message}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function SeverityIcon({ severity }: Pick<DecisionProblem, 'severity'>) {
  const { t } = useTranslation()
  const Icon = severity === 'error' ? IconAlertTriangleFilled : IconAlertCircleFilled
  return <Icon size={15} aria-label={t(`decisionEditor.${severity}`)} />
}
