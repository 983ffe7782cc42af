import { type ReactNode, use } from 'react'
import { BarePage } from '../../components/bare-page/bare-page.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { InShell } from './in-shell.ts'
import classes from './problem-page.module.css'

interface Props {
  readonly title: string
  readonly text: string
  /** The ways on. */
  readonly children: ReactNode
}

/** An error page: in the sheet of the shell, or as a separate card when nobody is signed in. */
export function ProblemPage({ title, text, children }: Props) {
  if (!use(InShell))
    return (
      <BarePage title={title} text={text}>
        <div className={classes.actions}>{children}</div>
      </BarePage>
    )
  return (
    <>
      <PageHeader title={title} />
      <PageBody>
        <p className={classes.text}>{text}</p>
        <div className={classes.row}>{children}</div>
      </PageBody>
    </>
  )
}
