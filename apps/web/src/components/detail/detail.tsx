import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './detail.module.css'

/** The layout of records: sections on the left, facts beside them or, in narrow windows, below. */
export function Detail({ children, facts }: { children: ReactNode; facts: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={classes.detail}>
      <div className={classes.main}>{children}</div>
      <aside className={classes.aside} aria-label={t('record.facts')}>
        {facts}
      </aside>
    </div>
  )
}

/** Facts of a record, in as many columns as fit. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>
}

/** A fact: quiet label over its value. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt className={classes.label}>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
