import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './detail.module.css'

/** The template of records: sections on the left, facts beside them or, in narrow windows, below. */
export function Detail({ children, facts }: { children: ReactNode; facts?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={classes.detail}>
      <div className={classes.main}>{children}</div>
      {facts ? (
        <aside className={classes.facts} aria-label={t('deployment.facts')}>
          {facts}
        </aside>
      ) : null}
    </div>
  )
}

/** A fact: quiet label over its value. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <div className={classes.label}>{label}</div>
      <div>{children}</div>
    </div>
  )
}
