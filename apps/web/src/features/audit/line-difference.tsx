import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import classes from './audit.module.css'
import { compareLines, foldLines } from './compare-lines.ts'

const signs = { same: ' ', added: '+', removed: '−' } as const

/** The differences between two long texts line by line, with signs for deleted and new lines. */
export function LineDifference({ field, before, after }: { field: string; before: string; after: string }) {
  const { t } = useTranslation()
  const lines = useMemo(() => compareLines(before, after), [before, after])
  const label = t('audit.lines', { field })
  return (
    <div className={classes.lines}>
      <h3>{label}</h3>
      {lines === null ? <p className={classes.quiet}>{t('audit.tooLong')}</p> : null}
      {lines === null ? null : (
        <ScrollRegion label={label} className={classes.code}>
          {foldLines(lines).map((line, index) =>
            line.kind === 'skipped' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
              <div key={index} className={classes.skipped}>
                {t('audit.unchangedLines', { count: line.count })}
              </div>
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
              <div key={index} data-kind={line.kind} className={classes.line}>
                <span className={classes.sign}>{signs[line.kind]}</span>
                {line.kind === 'added' ? <ins>{line.text}</ins> : null}
                {line.kind === 'removed' ? <del>{line.text}</del> : null}
                {line.kind === 'same' ? line.text : null}
              </div>
            ),
          )}
        </ScrollRegion>
      )}
    </div>
  )
}
