import { compareDecisions } from '@millrace/dmn'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './decision-differences.module.css'

export interface DecisionDifferencesProps {
  /** DMN files. */
  readonly before: string
  readonly after: string
}

/** What is different in two versions of a decision: lines that are gone, and lines that are new. */
export function DecisionDifferences({ before, after }: DecisionDifferencesProps) {
  const { t } = useTranslation()
  const comparison = useMemo(() => compareDecisions(before, after), [before, after])
  if (!comparison.ok) return <p className={classes.none}>{t('applications.decisionsUnreadable')}</p>
  if (comparison.differences.length === 0) return <p className={classes.none}>{t('applications.sameDecisions')}</p>
  return (
    <ul className={classes.differences}>
      {comparison.differences.map(({ id, name, kind, before: gone, after: fresh, isReordered }) => (
        <li key={id}>
          <strong>{name}</strong>{' '}
          <span className={classes.what}>
            {isReordered ? t('applications.reordered') : t(`applications.ofDecision.${kind}`)}
          </span>
          <ul className={classes.lines}>
            {numbered(gone).map(({ key, line }) => (
              <li key={`- ${key}`}>
                <span aria-hidden>−</span>
                <del>{line}</del>
              </li>
            ))}
            {numbered(fresh).map(({ key, line }) => (
              <li key={`+ ${key}`}>
                <span aria-hidden>+</span>
                <ins>{line}</ins>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

/** A rule may stand there twice. */
function numbered(lines: readonly string[]) {
  return lines.map((line, index) => ({ key: `${index} ${line}`, line }))
}
