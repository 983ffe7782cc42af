import IconAlertTriangleFilled from 'icon:alert-triangle-filled'
import IconCircleCheckFilled from 'icon:circle-check-filled'
import { useTranslation } from 'react-i18next'
import type { DecisionProblem } from '../checks/check-decisions.ts'
import classes from './decision-editor.module.css'

interface Props {
  readonly problems: readonly DecisionProblem[]
  readonly onShow: (decisionId: string) => void
}

/** The faults of the file, and parts that are missing in it, each with its rule and column: a click opens the decision. */
export function ProblemList({ problems, onShow }: Props) {
  const { t } = useTranslation()
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
          {problems.map(({ message, elementId, place }) => (
            <li key={`${elementId} ${message}`}>
              <button type="button" onClick={() => place !== null && onShow(place.decisionId)}>
                <IconAlertTriangleFilled size={15} aria-hidden="true" />
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
