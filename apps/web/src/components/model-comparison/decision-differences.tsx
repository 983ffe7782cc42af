import { compareDecisions } from '@millrace/dmn'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Difference, Differences, NoDifferences } from '../differences/differences.tsx'
import classes from './decision-differences.module.css'

export interface DecisionDifferencesProps {
  /** DMN files. */
  readonly before: string
  readonly after: string
}

/** The differences between two versions of a decision: deleted lines, and new lines. */
export function DecisionDifferences({ before, after }: DecisionDifferencesProps) {
  const { t } = useTranslation()
  const comparison = useMemo(() => compareDecisions(before, after), [before, after])
  if (!comparison.ok) return <NoDifferences>{t('applications.decisionsUnreadable')}</NoDifferences>
  if (comparison.differences.length === 0) return <NoDifferences>{t('applications.sameDecisions')}</NoDifferences>
  return (
    <Differences>
      {comparison.differences.map(({ id, name, kind, before: gone, after: fresh, isReordered }) => (
        <Difference
          key={id}
          name={name}
          what={isReordered ? t('applications.reordered') : t(`applications.ofDecision.${kind}`)}
        >
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
        </Difference>
      ))}
    </Differences>
  )
}

/** A rule may be there twice. */
function numbered(lines: readonly string[]) {
  return lines.map((line, index) => ({ key: `${index} ${line}`, line }))
}
