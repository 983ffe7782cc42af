import type { ModdleElement } from '@millrace/bpmn/moddle'
import { modellerTexts } from '@millrace/contract/modeller-texts'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Translate } from '../../../lib/i18n.ts'
import type { PanelRow } from './model/list-rows.ts'
import classes from './panel.module.css'

/** The props of every editor of a property. */
export interface EditorProps {
  readonly element: ModdleElement
  readonly row: PanelRow
  /** Draws the properties of an element that stands inside. */
  readonly drawRows: (element: ModdleElement) => ReactNode
}

const { properties } = modellerTexts.modeller

export function nameProperty({ property: { name } }: PanelRow, t: Translate): string {
  return name in properties ? t(`modeller.properties.${name as keyof typeof properties}`) : name
}

interface Props {
  readonly row: PanelRow
  /** The error of the entered text. */
  readonly fault?: string | null
  /** Below the label instead of beside it. */
  readonly isWide?: boolean
  readonly children: (control: { id: string; 'aria-describedby'?: string; error: boolean; size: 'xs' }) => ReactNode
  readonly below?: ReactNode
}

/** A label with its control and the error below it. */
export function Row({ row, fault = null, isWide = false, children, below }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const notes = `${id}-notes`
  return (
    <div className={classes.row} data-wide={isWide || undefined} data-property={row.property.name}>
      <label htmlFor={id}>{nameProperty(row, t)}</label>
      <div className={classes.control}>
        {children({ id, size: 'xs', error: fault !== null, ...(fault === null ? {} : { 'aria-describedby': notes }) })}
        {fault === null ? null : (
          <p id={notes} className={classes.fault}>
            {fault}
          </p>
        )}
        {below}
      </div>
    </div>
  )
}
