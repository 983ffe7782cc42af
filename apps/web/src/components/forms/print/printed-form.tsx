import type { ViewNode } from '@millrace/forms'
import { useMemo } from 'react'
import classes from '../form-view.module.css'
import { FormViewContext, useFormView } from '../form-view-context.ts'
import { ViewNodes } from '../view-nodes.tsx'
import { usePrinting } from './use-printing.ts'

interface Props {
  readonly nodes: readonly ViewNode[]
  readonly headingLevel: number
}

/**
 * The print version of a form: everything as data, with the current values, all pages, all tabs and collapsed parts.
 * The form itself stays mounted.
 */
export function PrintedForm({ nodes, headingLevel }: Props) {
  const isPrinting = usePrinting()
  const shared = useFormView()
  const printed = useMemo(
    () => ({ ...shared, formId: `${shared.formId}-print`, isReadOnly: true, isPrinted: true, reveals: new Map() }),
    [shared],
  )
  if (!isPrinting || nodes.length === 0) return null
  return (
    <FormViewContext value={printed}>
      <div className={`${classes.form} ${classes.printed}`}>
        <ViewNodes nodes={nodes} headingLevel={headingLevel} />
      </div>
    </FormViewContext>
  )
}
