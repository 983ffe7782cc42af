import classes from './layout.module.css'

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const

interface Props {
  readonly id: string
  readonly level: number
  readonly text: string
  readonly help: unknown
}

/** The heading of a container, with the help below it. */
export function Heading({ id, level, text, help }: Props) {
  const Element = headings[Math.min(level, headings.length) - 1] ?? 'h6'
  return (
    <>
      <Element id={id} className={classes.heading}>
        {text}
      </Element>
      {typeof help === 'string' ? <p className={classes.help}>{help}</p> : null}
    </>
  )
}
