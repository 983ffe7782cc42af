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
 * The form on paper, there while it is printed: everything as data, as it is in the form at that moment, with all
 * pages, all tabs and what is folded. The form itself stays as it is, with what is under way in it.
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
