import { decisionEditorTexts } from '@millrace/contract/decision-editor-texts'
import { type ComponentType, type ReactNode, useState } from 'react'
import { addTexts } from '../../../lib/languages.ts'
import { OpenedTables } from './opened-tables.tsx'

addTexts('translation', decisionEditorTexts)

export interface DecisionEditorProps {
  readonly name: string
  /** A DMN file. Another one is opened in place of what is there. */
  readonly xml: string
  /** Whether it is not what was saved last, though nothing was done to it yet. */
  readonly isForeign: boolean
  readonly canEdit: boolean
  readonly version: number
  readonly helpUrl: string
  /** Leads back to the decision. */
  readonly back: ReactNode
  /** Is below the bar: who else is at it, and what else is to be known. */
  readonly notice: ReactNode
  /** Asks before unsaved work is left behind. */
  readonly Guard: ComponentType<{ isDirty: () => boolean }>
  /** The file a moment after each change. */
  readonly onChange: (xml: string) => void
  /** Saves. What is thrown has been told: the work stays unsaved. */
  readonly onSave: (xml: string) => Promise<void>
}

/** The editor of one DMN file: its tables, their errors, and samples. It makes no calls. */
export default function DecisionEditor(props: DecisionEditorProps) {
  const [file, setFile] = useState<{ readonly of: string; readonly xml: string } | null>(null)
  const imported = file?.of === props.xml ? file.xml : null
  return (
    <OpenedTables
      {...props}
      key={imported ?? props.xml}
      xml={imported ?? props.xml}
      isForeign={imported !== null || props.isForeign}
      onImport={(xml) => setFile({ of: props.xml, xml })}
    />
  )
}
