import IconChevronDown from 'icon:chevron-down'
import type { ReactNode } from 'react'
import sheet from './sheet.module.css'

interface Props {
  readonly title: string
  readonly isOpen: boolean
  readonly onTurn: () => void
  readonly children: ReactNode
}

/** A collapsible part of a sheet. */
export function Fold({ title, isOpen, onTurn, children }: Props) {
  return (
    <section className={sheet.section}>
      <h3>
        <button type="button" className={sheet.fold} aria-expanded={isOpen} onClick={onTurn}>
          {title}
          <IconChevronDown size={15} stroke={1.6} aria-hidden data-open={isOpen || undefined} />
        </button>
      </h3>
      {isOpen ? <div className={sheet.rows}>{children}</div> : null}
    </section>
  )
}
