import IconChevronRight from 'icon:chevron-right'
import type { ReactNode } from 'react'
import { Link } from '../link/link.tsx'
import classes from './figure.module.css'

interface Props {
  readonly label: string
  readonly value: string
  readonly isLate?: boolean
  /** The address of the list of the figure; missing for users without permission to open it. */
  readonly to?: string | undefined
  readonly search?: Readonly<Record<string, string>>
  /** The id of a part of the page that the figure leads to, instead of a list. */
  readonly anchor?: string
  /** Further text below the figure. */
  readonly children: ReactNode
}

/** A number at the top of a dashboard, with a link to the counted rows. */
export function Figure({ label, value, isLate = false, to, search = {}, anchor, children }: Props) {
  const isLink = to !== undefined || anchor !== undefined
  const content = (
    <>
      <span className={classes.label}>
        {label}
        {isLink ? <IconChevronRight size={16} stroke={1.6} className="onwards" aria-hidden /> : null}
      </span>{' '}
      <span className={`${classes.value} tn`} data-late={isLate || undefined}>
        {value}
      </span>
    </>
  )
  return (
    <div className={classes.figure}>
      {to !== undefined ? (
        <Link to={to} search={search} className={classes.link}>
          {content}
        </Link>
      ) : anchor !== undefined ? (
        <a href={`#${anchor}`} className={classes.link}>
          {content}
        </a>
      ) : (
        <span className={classes.link}>{content}</span>
      )}
      <p className={classes.caption}>{children}</p>
    </div>
  )
}
