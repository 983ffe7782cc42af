import type { ReactNode } from 'react'
import classes from './layout.module.css'

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const

interface ElementProps {
  readonly id?: string
  readonly level: number
  readonly className: string | undefined
  readonly children: ReactNode
}

/** A heading element of a given level, from 1 to 6. */
export function HeadingElement({ level, ...props }: ElementProps) {
  const Element = headings[Math.min(level, headings.length) - 1] ?? 'h6'
  return <Element {...props} />
}

interface Props {
  readonly id: string
  readonly level: number
  readonly text: string
  readonly help: unknown
}

/** The heading of a container, with its help text below. */
export function Heading({ id, level, text, help }: Props) {
  return (
    <>
      <HeadingElement id={id} level={level} className={classes.heading}>
        {text}
      </HeadingElement>
      {typeof help === 'string' ? <p className={classes.help}>{help}</p> : null}
    </>
  )
}
